import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, NotAvailable } from './bench.ts';
import { sleep } from './clock.ts';
import { environmentOf } from './processes.ts';

/** Runs `work` and returns the SQL statements that these services sent meanwhile. */
export async function statementsOf(
  bench: Bench,
  services: readonly string[],
  work: () => Promise<void>,
): Promise<string[]> {
  const { db, stack } = bench;
  const logFile = join(stack.logDir, 'postgres.log');
  if (!existsSync(logFile)) throw new NotAvailable('the database is not the stack’s own, so its log is not to be read');
  const users = Object.values(bench.servers(...services)).map((pid) => {
    return new URL(environmentOf(pid).DATABASE_URL as string).username;
  });
  const set = async (...statements: string[]) => {
    for (const statement of statements) await db.query(`ALTER SYSTEM ${statement}`);
    await db.query('SELECT pg_reload_conf()');
    await sleep(300);
  };
  await set("SET log_line_prefix = 'user=%u '", "SET log_statement = 'all'");
  try {
    const from = statSync(logFile).size;
    await work();
    await sleep(300);
    return entriesFrom(logFile, from).flatMap((entry) => {
      const [, user, statement] = /^user=(\S+) LOG: {2}(?:statement|execute [^:]+): (.*)$/s.exec(entry) ?? [];
      return user && statement && users.includes(user) ? [statement] : [];
    });
  } finally {
    await set('RESET log_statement', 'RESET log_line_prefix');
  }
}

/** The log entries from there on; an entry's continuation lines begin with a tab. */
function entriesFrom(file: string, from: number): string[] {
  const bytes = Buffer.alloc(statSync(file).size - from);
  const handle = openSync(file, 'r');
  readSync(handle, bytes, 0, bytes.length, from);
  closeSync(handle);
  return bytes.toString().split(/\n(?!\t)/);
}
