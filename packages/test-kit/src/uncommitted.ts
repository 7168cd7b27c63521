import pg from 'pg';
import { vi } from 'vitest';
import type { TestDatabase } from './database.ts';

/**
 * Runs `sql` as the superuser and starts `act` before the commit. Once `act` waits for a lock, runs `last` in the same
 * transaction and commits. Returns the result of `act`.
 */
export async function whileUncommitted<Result>(
  database: TestDatabase,
  sql: string,
  values: unknown[],
  act: () => Promise<Result>,
  last: (client: pg.Client) => Promise<unknown> = async () => {},
): Promise<Result> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(sql, values);
    const acting = act();
    await vi.waitUntil(
      async () => {
        const waiting = await database.rows(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return waiting.length > 0;
      },
      { timeout: 15_000, interval: 20 },
    );
    await last(client);
    await client.query('COMMIT');
    return await acting;
  } finally {
    await client.end();
  }
}
