import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway } from './database-errors.ts';

/**
 * How long a one-shot waits for its database, in milliseconds. A cluster's firewall learns a new pod's address seconds after the pod
 * started, and a managed database may be failing over.
 */
const WAIT_MS = 120_000;

/** Timeout for one try, and the pause after it, in milliseconds. */
const TRY_MS = 5_000;
const PAUSE_MS = 1_000;

/**
 * A connection to the database at `url`, for a one-shot; the caller ends it. While the database is away, it is tried again for
 * `waitMs` milliseconds, and stderr says so once.
 * @throws Error: the last one once the time is over; immediately if the server refuses, as for a wrong password.
 */
export async function connectPatiently(url: string, waitMs = WAIT_MS): Promise<pg.Client> {
  const deadline = performance.now() + waitMs;
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TRY_MS });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (!isDatabaseAway(error) || performance.now() + PAUSE_MS > deadline) throw error;
      if (tries === 1) process.stderr.write(`Waits for the database: ${(error as Error).message}\n`);
    }
    await sleep(PAUSE_MS);
  }
}
