import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { OWNERS, type Owner } from '@tavola/contracts/topology.ts';
import type { Database } from './database.ts';
import { ended, type Program } from './program-end.ts';

/** The owners of the first release. Every backup has their schemas; older backups lack those of later owners. */
const FIRST_OWNERS: readonly Owner[] = ['auth', 'menu', 'qr', 'analytics', 'admin'];

const AFTER_RESTORE = new URL('after-restore.sql', import.meta.url);

/**
 * Replaces everything in `database` with the contents of the backup `file`, in one transaction: completely or not at all.
 * The roles must exist (a migration creates them). Caches and phones then treat the restored data as new.
 * @throws Error when the file is damaged or no backup of Tavola, or with PostgreSQL's message.
 */
export async function restore(database: Database, file: string): Promise<void> {
  await requireBackup(database, file);
  const toSql = database.run('pg_restore', ['--clean', '--if-exists', '--file=-']);
  const psql = database.run('psql', [
    '--no-psqlrc',
    '--quiet',
    '--set=ON_ERROR_STOP=1',
    '--output=/dev/null',
    '--file=-',
  ]);
  psql.stdout.resume();
  const restored = ended(psql, 'psql').finally(() => toSql.kill());
  const fed = feed(psql, file, toSql);
  const [end, feeding] = await Promise.allSettled([restored, fed]);
  // When psql stops, the program feeding it fails too: psql's message comes first.
  if (end.status === 'rejected') throw end.reason;
  if (feeding.status === 'rejected') throw feeding.reason;
}

/** Feeds psql the complete script, or one without its end, which changes nothing. */
async function feed(psql: Program, file: string, toSql: Program): Promise<void> {
  psql.stdin.on('error', () => {});
  try {
    psql.stdin.write('BEGIN;\nSET LOCAL client_min_messages = warning;\n');
    // Also what later versions added, which the backup does not name. The next migration makes it again, empty.
    for (const owner of OWNERS) psql.stdin.write(`DROP SCHEMA IF EXISTS ${owner} CASCADE;\n`);
    const said = ended(toSql, 'pg_restore');
    await Promise.all([read(file, toSql), pipeline(toSql.stdout, psql.stdin, { end: false }), said]);
    psql.stdin.write(await readFile(AFTER_RESTORE, 'utf8'));
    psql.stdin.write('COMMIT;\n');
  } finally {
    psql.stdin.end();
  }
}

/** @throws Error unless `file` is a backup with the schema of every owner of the first release. */
async function requireBackup(database: Database, file: string): Promise<void> {
  const lister = database.run('pg_restore', ['--list']);
  const [list] = await Promise.all([text(lister.stdout), read(file, lister), ended(lister, 'pg_restore')]);
  const lacking = FIRST_OWNERS.filter((owner) => !new RegExp(` SCHEMA - "?${owner}"? `).test(list));
  if (lacking.length > 0) throw new Error(`${file} is no backup of Tavola: it has no schema ${lacking.join(', ')}.`);
}

/** Pipes the file into `program`, which may stop reading early. */
async function read(file: string, program: Program): Promise<void> {
  await pipeline(createReadStream(file), program.stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
