import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { OWNERS } from '../migrate/owners.ts';
import type { Database } from './database.ts';
import { ended, type Program } from './program-end.ts';

const AFTER_RESTORE = new URL('after-restore.sql', import.meta.url);

/**
 * Puts what the backup `file` holds in the place of all that `database` holds: wholly, in one transaction, or not at all.
 * The roles must be there already (a migration makes them). Caches and phones then take what was restored for news.
 * @throws Error where the file is no backup of Tavola or is damaged, or with what PostgreSQL said.
 */
export async function restore(database: Database, file: string): Promise<void> {
  await mustBeOurs(database, file);
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
  // A psql that stops cuts off whoever feeds it: what it said comes first.
  if (end.status === 'rejected') throw end.reason;
  if (feeding.status === 'rejected') throw feeding.reason;
}

/** Gives psql the whole script, or one without an end, which changes nothing. */
async function feed(psql: Program, file: string, toSql: Program): Promise<void> {
  psql.stdin.on('error', () => {});
  try {
    psql.stdin.write('BEGIN;\n');
    const said = ended(toSql, 'pg_restore');
    await Promise.all([read(file, toSql), pipeline(toSql.stdout, psql.stdin, { end: false }), said]);
    psql.stdin.write(await readFile(AFTER_RESTORE, 'utf8'));
    psql.stdin.write('COMMIT;\n');
  } finally {
    psql.stdin.end();
  }
}

/** @throws Error unless `file` is a backup with the schema of every owner in it. */
async function mustBeOurs(database: Database, file: string): Promise<void> {
  const lister = database.run('pg_restore', ['--list']);
  const [list] = await Promise.all([text(lister.stdout), read(file, lister), ended(lister, 'pg_restore')]);
  const missing = OWNERS.filter((owner) => !new RegExp(` SCHEMA - "?${owner}"? `).test(list));
  if (missing.length > 0) throw new Error(`${file} is no backup of Tavola: it has no schema ${missing.join(', ')}.`);
}

/** Gives `program` the file; one that has read enough may stop reading. */
async function read(file: string, program: Program): Promise<void> {
  await pipeline(createReadStream(file), program.stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
