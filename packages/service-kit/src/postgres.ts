import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Logger } from './log.ts';

/**
 * A connection pool for one owner's role. An idle connection that dies is logged and replaced; waiting for a
 * connection and running a statement are bounded, so that a hung database gives an error and not a hang.
 */
export function makePool(url: string, name: string, log: Logger, max = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  pool.on('error', (error) => log.warn({ reason: error.message }, 'idle database connection lost'));
  return pool;
}

/** Prisma's adapter on `pool`, with model queries steered to `schema`. The pool stays its maker's to end. */
export const prismaAdapter = (pool: pg.Pool, schema: string): PrismaPg => new PrismaPg(pool, { schema });

/** Whether the database answers. */
export async function databaseAnswers(pool: pg.Pool): Promise<boolean> {
  await pool.query('SELECT 1');
  return true;
}

interface RawSql {
  $executeRaw(query: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

interface Transactor<Tx extends RawSql> {
  $transaction<Result>(
    act: (tx: Tx) => Promise<Result>,
    options?: { maxWait?: number; timeout?: number; isolationLevel?: 'RepeatableRead' },
  ): Promise<Result>;
}

const LIMITS = { maxWait: 2_000, timeout: 5_000 };

/**
 * Runs `act` in a transaction that sees and writes only rows of `tenantId` (row-level security). With `RepeatableRead`
 * every query of `act` sees the same moment.
 */
export function asTenant<Tx extends RawSql, Result>(
  db: Transactor<Tx>,
  tenantId: string,
  act: (tx: Tx) => Promise<Result>,
  isolation: { isolationLevel?: 'RepeatableRead' } = {},
): Promise<Result> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, true)`;
      return act(tx);
    },
    { ...LIMITS, ...isolation },
  );
}

/** Runs `act` in a transaction that sees the rows of every tenant: sign-in, platform figures. Never on an owner's behalf. */
export function asPlatform<Tx extends RawSql, Result>(
  db: Transactor<Tx>,
  act: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('app.platform', 'on', true)`;
    return act(tx);
  }, LIMITS);
}
