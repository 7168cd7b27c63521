import pg from 'pg';
import { vi } from 'vitest';
import type { TestDatabase } from './database.ts';

/**
 * Makes the change `sql` as the superuser and, before it is committed, lets `act` run into it: it is committed once `act`
 * waits for it. Gives what `act` gave.
 */
export async function whileUncommitted<Result>(
  database: TestDatabase,
  sql: string,
  values: unknown[],
  act: () => Promise<Result>,
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
    await client.query('COMMIT');
    return await acting;
  } finally {
    await client.end();
  }
}
