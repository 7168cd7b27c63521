import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Database } from './database.ts';
import { ended } from './program-end.ts';

/**
 * Writes one consistent snapshot of `database`, except guests' daily hashes, into `file`, in pg_dump's custom format. The
 * file gets its name only once it is complete; only its owner can read it.
 * @returns its size in bytes.
 * @throws Error with pg_dump's output, and once `signal` is aborted; then nothing is left.
 */
export async function backUp(database: Database, file: string, signal?: AbortSignal): Promise<number> {
  const part = `${file}.part`;
  // Data that must not outlive the day is in unlogged tables: guests' hashes and their salts.
  const what = ['--no-unlogged-table-data', '--quote-all-identifiers'];
  const dump = database.run('pg_dump', ['--format=custom', '--compress=6', ...what]);
  dump.stdin.end();
  signal?.addEventListener('abort', () => dump.kill());
  try {
    await Promise.all([pipeline(dump.stdout, createWriteStream(part, { mode: 0o600 })), ended(dump, 'pg_dump')]);
    await onDisk(part);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return (await stat(file)).size;
}

async function onDisk(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
