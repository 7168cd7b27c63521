import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findCommand } from './program.ts';

const run = promisify(execFile);

/** PostgreSQL's client programs, which the embedded server lacks. */
export type ClientProgram = 'pg_dump' | 'pg_restore' | 'psql';

/** Returns the command line for a PostgreSQL client program. */
type PostgresClient = (program: ClientProgram) => string[];

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/tavola/', import.meta.url));

/** The Debian suite with PostgreSQL 18. Its programs run from a folder, on any Debian. */
const SUITE = 'forky';

/**
 * Finds PostgreSQL's client programs of version `major` or later (an older pg_dump refuses a newer server). Uses those on
 * PATH. Otherwise, where apt exists, unpacks Debian's packages once into a folder, without installing them.
 * @throws Error with one line that says what to install.
 */
export async function postgresClient(major: number, say: (line: string) => void = () => {}): Promise<PostgresClient> {
  const pgDump = findCommand('pg_dump');
  if (pgDump && (await majorOf(pgDump)) >= major) return (program) => [program];
  const folder = join(CACHE, `postgresql-client-${major}`);
  if (!existsSync(folder)) {
    if (!findCommand('apt-get') || !findCommand('dpkg-deb')) {
      throw new Error(
        `pg_dump ${major} is not installed. Install PostgreSQL ${major}'s client programs and try again.`,
      );
    }
    say(`unpacking PostgreSQL ${major}'s client programs from Debian's packages`);
    await unpack(`postgresql-client-${major}`, folder);
  }
  // Uses the C library that they were built for: this machine's may be older.
  const [loader] = globSync(join(folder, 'usr/lib*/ld-linux-*.so.*'));
  const [libraries] = globSync(join(folder, 'usr/lib/*-linux-gnu*'));
  if (!loader || !libraries) throw new Error(`${folder} is incomplete: delete it and try again.`);
  return (program) => [
    loader,
    '--library-path',
    libraries,
    join(folder, 'usr/lib/postgresql', String(major), 'bin', program),
  ];
}

async function majorOf(pgDump: string): Promise<number> {
  const { stdout } = await run(pgDump, ['--version']);
  return Number(/(\d+)(?:\.\d+)?/.exec(stdout)?.[1] ?? 0);
}

/** Unpacks Debian's package `name` and its dependencies into `folder`, without changing the system's packages. */
async function unpack(name: string, folder: string): Promise<void> {
  const work = `${folder}.${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  for (const part of ['lists/partial', 'archives/partial', 'root']) mkdirSync(join(work, part), { recursive: true });
  const sources = join(work, 'sources.list');
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(sources, `deb [signed-by=${keys}] http://deb.debian.org/debian ${SUITE} main\n`);
  // An empty status file, so that apt also downloads the libraries.
  writeFileSync(join(work, 'status'), '');
  const options = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': work,
    'Dir::Cache::archives': join(work, 'archives'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    'APT::Install-Recommends': 'false',
  };
  const settings = Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  try {
    await run('apt-get', ['-qq', ...settings, 'update']);
    await run('apt-get', ['-qq', '-y', ...settings, '--download-only', 'install', name]);
    for (const archive of globSync(join(work, 'archives/*.deb'))) {
      await run('dpkg-deb', ['-x', archive, join(work, 'root')]);
    }
    renameSync(join(work, 'root'), folder);
  } catch (error) {
    // Another process has unpacked the same package meanwhile.
    if (existsSync(folder)) return;
    throw new Error(`${name} could not be had from Debian: ${(error as { stderr?: string }).stderr || error}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
