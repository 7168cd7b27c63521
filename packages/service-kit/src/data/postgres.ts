import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Problem } from '../http/problem.ts';
import type { Logger } from '../observability/log.ts';
import { currentRequest } from '../observability/request-context.ts';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;

/**
 * A connection pool for one owner's role. An idle connection that dies is logged and replaced; waiting for a
 * connection and running a statement are bounded, so that a hung database gives an error and not a hang.
 */
export function makePool(url: string, name: string, log: Logger, max = 10): Pool {
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
  // One that dies between two statements of a transaction would end the process; the next statement says it.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Prisma's adapter on `pool`, with model queries steered to `schema`. The pool stays its maker's to end. */
export const prismaAdapter = (pool: Pool, schema: string): PrismaPg => new PrismaPg(pool, { schema });

/** The id that nobody has: as a tenant's it has no rows. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Whether the database answers. */
export async function databaseAnswers(pool: Pool): Promise<boolean> {
  await pool.query('SELECT 1');
  return true;
}

/** What a transaction runs statements with. */
export interface RawSql {
  $executeRaw(query: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** A Prisma client, as far as it makes transactions. */
export interface Transactor<Tx extends RawSql> {
  $transaction<Result>(
    act: (tx: Tx) => Promise<Result>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<Result>;
}

const LIMITS = { maxWait: 2_000, timeout: 5_000 };

/**
 * Runs `act` in a transaction in which it sees and writes nothing until it has set whose rows it is about; `asTenant` and
 * `asPlatform` do so first thing. What nobody waits for any more is not committed: its sender was told that it failed, and may
 * have had something newer acknowledged since.
 */
export const inTransaction = <Tx extends RawSql, Result>(
  db: Transactor<Tx>,
  act: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  db.$transaction(async (tx) => {
    const result = await act(tx);
    if (currentRequest()?.isGivenUp) throw new Problem('unavailable', 'Nobody waits for this any more.');
    return result;
  }, LIMITS);

/** Runs `act` in a transaction that sees and writes only rows of `tenantId` (row-level security). */
export function asTenant<Tx extends RawSql, Result>(
  db: Transactor<Tx>,
  tenantId: string,
  act: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, true)`;
    return act(tx);
  });
}

/** Runs `act` in a transaction that sees the rows of every tenant: sign-in, platform figures. Never on an owner's behalf. */
export function asPlatform<Tx extends RawSql, Result>(
  db: Transactor<Tx>,
  act: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT set_config('app.platform', 'on', true)`;
    return act(tx);
  });
}

/**
 * Runs `act` in a transaction on a connection of its own, without Prisma. It has to set whose rows it is about by itself.
 */
export async function inPoolTransaction<Result>(
  pool: Pool,
  act: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await act(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls back, and works even when the connection is what broke.
    client.release(true);
    throw error;
  }
}

/** A statement as text, its values quoted into it: a message of several statements has no parameters. */
export const sql = (text: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw({ raw: text }, ...values.map((value) => pg.escapeLiteral(value)));

/**
 * The rows of one reading `statement`, which sees only those of `tenantId`, in one round trip. In it
 * `current_setting('app.tenant_id')::uuid` is the tenant; a condition on it lets an index be used, which the policies alone do not.
 */
export const readAsTenant = <Row>(pool: Pool, tenantId: string, statement: string): Promise<Row[]> =>
  readWith(pool, sql`SELECT set_config('app.tenant_id', ${tenantId}, true)`, statement);

/** The row of a reading `statement` that always has one, read as `readAsTenant` reads. */
export async function readRowAsTenant<Row>(pool: Pool, tenantId: string, statement: string): Promise<Row> {
  const [row] = await readAsTenant<Row>(pool, tenantId, statement);
  if (!row) throw new Error('a SELECT without FROM has one row');
  return row;
}

/** The rows of one reading `statement`, which sees those of every tenant, in one round trip. Never on an owner's behalf. */
export const readAsPlatform = <Row>(pool: Pool, statement: string): Promise<Row[]> =>
  readWith(pool, sql`SELECT set_config('app.platform', 'on', true)`, statement);

/**
 * Both statements go out in one message, which PostgreSQL runs one after the other in one transaction: the setting is
 * there before the second one is planned, and gone with the transaction, whether that is committed or fails.
 */
async function readWith<Row>(pool: Pool, setting: string, statement: string): Promise<Row[]> {
  const results = (await pool.query(`${setting};${statement}`)) as unknown as [pg.QueryResult, pg.QueryResult];
  return results[1].rows as Row[];
}
