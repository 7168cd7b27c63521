import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Problem } from '../http/problem.ts';
import type { Logger } from '../observability/log.ts';
import { currentRequest } from '../observability/request-context.ts';
import { READ_ONLY } from './database-errors.ts';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;

/** How long a request waits for a connection, in milliseconds: its refusal must be there within 2 s (docs/reliability.md). */
const CONNECTED_WITHIN_MS = 1_500;

/** How long a connection is kept, in seconds: then the address is looked up again. */
const LIFETIME_SECONDS = 300;

/** A connection in use for this many milliseconds makes the pool ask whether the address still leads to its server. */
const DOUBTED_MS = 500;

/** It asks once in this many milliseconds at most. */
const ASKS_MS = 1_000;

/**
 * A connection pool for one database role. A lost idle connection is logged and replaced. Waiting for a connection and running
 * a statement have timeouts, so that a hung database gives an error and not a hang. Connections are to a primary only. Where the
 * address leads to another one since, those to the former end: its host may be gone without closing them.
 */
export function makePool(url: string, name: string, log: Logger, max = 10): Pool {
  const config = {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    idle_in_transaction_session_timeout: 10_000,
  };
  /** The primary of each connection. */
  const primaries = new Map<pg.Client, string>();
  const pool = new pg.Pool({
    ...config,
    max,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    onConnect: async (client) => void primaries.set(client as pg.Client, await primaryOf(client)),
  });
  pool.on('remove', (client) => primaries.delete(client));
  endConnectionsToFormer(pool, primaries, config, log);
  pool.on('error', (error) => log.warn({ reason: error.message }, 'idle database connection lost'));
  // A connection lost between two statements of a transaction would crash the process; the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * The primary at the other end of `client`: an id that no other server has.
 * @throws an error for which `isDatabaseAway`, if it is a standby.
 */
async function primaryOf(client: pg.ClientBase): Promise<string> {
  const text = 'SELECT pg_postmaster_start_time()::text AS id, pg_is_in_recovery() AS "isStandby"';
  const asked = { text, query_timeout: CONNECTED_WITHIN_MS };
  const [server] = (await client.query<{ id: string; isStandby: boolean }>(asked)).rows;
  if (server && !server.isStandby) return server.id;
  // As PostgreSQL refuses a write; Prisma's adapter knows an error of it by the severity.
  throw Object.assign(new Error('the database is a standby'), { code: READ_ONLY, severity: 'FATAL' });
}

/** While a connection of `pool` is in use for long, asks the server that the address leads to now who it is, and ends connections to others. */
function endConnectionsToFormer(
  pool: Pool,
  primaries: ReadonlyMap<pg.Client, string>,
  config: pg.ClientConfig,
  log: Logger,
): void {
  const usedSince = new Map<PoolClient, number>();
  pool.on('acquire', (client) => usedSince.set(client, performance.now()));
  pool.on('release', (_error, client) => usedSince.delete(client));

  const ask = async () => {
    const asking = new pg.Client(config);
    asking.on('error', () => {});
    try {
      await asking.connect();
      const primary = await primaryOf(asking);
      const former = [...primaries].filter(([, one]) => one !== primary);
      for (const [{ connection }] of former)
        connection.stream.destroy(new Error('Connection terminated: the primary is another one'));
      if (former.length > 0) log.warn({ connections: former.length }, 'connections to a former primary ended');
    } catch {
      // It is away.
    } finally {
      asking.end().catch(() => {});
    }
  };
  let asksAgainAt = 0;
  const timer = setInterval(() => {
    if (pool.ending) return clearInterval(timer);
    const now = performance.now();
    if (now < asksAgainAt || ![...usedSince.values()].some((since) => now - since > DOUBTED_MS)) return;
    asksAgainAt = now + ASKS_MS;
    void ask();
  }, DOUBTED_MS / 2).unref();
}

/** Prisma's adapter on `pool`, with model queries in `schema`. The caller closes the pool. */
export const prismaAdapter = (pool: Pool, schema: string): PrismaPg => new PrismaPg(pool, { schema });

/** An id that no tenant has, so it matches no rows: enough for a query that only warms up. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Whether the database answers. */
export async function databaseAnswers(pool: Pool): Promise<boolean> {
  await pool.query('SELECT 1');
  return true;
}

/** The part of a transaction that runs statements. */
export interface RawSql {
  $executeRaw(query: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** The part of a Prisma client that makes transactions. */
export interface Transactor<Tx extends RawSql> {
  $transaction<Result>(
    act: (tx: Tx) => Promise<Result>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<Result>;
}

/**
 * Runs `work`, which takes a connection, when it is the turn of the signed-in user's restaurant; immediately where nobody is
 * signed in. A transaction must not begin another one: that would wait for the first one's turn to end.
 * @throws Problem `too-many-requests` if too many requests of the restaurant wait already.
 */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const request = currentRequest();
  if (!request?.inTurn) return work();
  return request.inTurn(() => {
    if (request.gone?.aborted) throw givenUp();
    return work();
  });
}

const givenUp = () => new Problem('unavailable', 'Nobody waits for this any more.');

const LIMITS = { maxWait: CONNECTED_WITHIN_MS, timeout: 5_000 };

/**
 * Runs `act` in a transaction that sees and writes no rows until it has set its tenant or platform scope; `asTenant` and
 * `asPlatform` do that first. If the client has disconnected, nothing is committed: the client was told that the request
 * failed, and may have had a newer change acknowledged since.
 */
export const inTransaction = <Tx extends RawSql, Result>(
  db: Transactor<Tx>,
  act: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  inTurn(() =>
    db.$transaction(async (tx) => {
      const result = await act(tx);
      if (currentRequest()?.gone?.aborted) throw givenUp();
      return result;
    }, LIMITS),
  );

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

/** Runs `act` in a transaction that sees every tenant's rows: sign-in, platform statistics. Never on an owner's behalf. */
export function asPlatform<Tx extends RawSql, Result>(
  db: Transactor<Tx>,
  act: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT set_config('app.platform', 'on', true)`;
    return act(tx);
  });
}

/** Runs `act` in a transaction on a connection of its own, without Prisma. `act` must set its tenant or platform scope itself. */
export const inPoolTransaction = <Result>(pool: Pool, act: (client: PoolClient) => Promise<Result>): Promise<Result> =>
  onConnection(pool, async (client) => {
    await client.query('BEGIN');
    const result = await act(client);
    await client.query('COMMIT');
    return result;
  });

async function onConnection<Result>(pool: Pool, act: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await act(client);
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls back, and works even when the connection is what broke.
    client.release(true);
    throw error;
  }
}

/**
 * A read-only SELECT: a text, a text with values for its `$1`, or what `Prisma.sql` of a service's client makes. A connection plans one
 * with a `name` once: planning can take longer than running. Names are unique. `hasNestedLoops: false` is for one that joins long lists:
 * of a tenant that is newer than its statistics PostgreSQL expects a row or two, and would compare each row with each other.
 */
export type Read = string | { name?: string; text: string; values?: unknown[]; hasNestedLoops?: boolean };

/** The name of a setting that policies or the planner look at, and its value for one read. */
type Setting = [name: string, value: string];

/**
 * Returns the rows of a read-only `statement` that sees only rows of `tenantId`, in one round trip. In it
 * `current_setting('app.tenant_id')::uuid` is the tenant. Filter on it so that an index can be used, which the policies alone
 * don't allow.
 */
export const readAsTenant = <Row>(pool: Pool, tenantId: string, statement: Read): Promise<Row[]> =>
  readWith(pool, ['app.tenant_id', tenantId], statement);

/** As `readAsTenant`, for a `statement` that always returns a row. */
export async function readRowAsTenant<Row>(pool: Pool, tenantId: string, statement: Read): Promise<Row> {
  const [row] = await readAsTenant<Row>(pool, tenantId, statement);
  if (!row) throw new Error('the statement returned no row');
  return row;
}

/** Returns the rows of a read-only `statement` that sees every tenant's rows, in one round trip. Never on an owner's behalf. */
export const readAsPlatform = <Row>(pool: Pool, statement: Read): Promise<Row[]> =>
  readWith(pool, ['app.platform', 'on'], statement);

const readWith = <Row>(pool: Pool, setting: Setting, statement: Read): Promise<Row[]> =>
  inTurn(() => onConnection(pool, (client) => rowsOf<Row>(client, setting, statement)));

/** The protocol in which statements can share a Sync message. */
const EXTENDED = { queryMode: 'extended' };

/**
 * Sends the statement behind one for its settings. Both run in one transaction, because there is no Sync message between them:
 * the settings are active before the second one is planned, and end with the transaction, whether that commits or fails.
 * After an error the connection must be closed: pg may take a statement for prepared that is not.
 *
 * pg has no call for this, so its `submit` is replaced for one query. Measured beside BEGIN, settings, statement and COMMIT one after
 * the other: 311 µs of Node's CPU a read instead of 504, and half the time (menus' cold fills and owners' lists read so).
 */
function rowsOf<Row>(client: PoolClient, setting: Setting, statement: Read): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const { name, text, values, hasNestedLoops }: Exclude<Read, string> =
      typeof statement === 'string' ? { text: statement } : statement;
    const settings: Setting[] = hasNestedLoops === false ? [setting, ['enable_nestloop', 'off']] : [setting];
    const calls = settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true) AS set${at}`);
    const query = new pg.Query({ name, text, values, ...EXTENDED }, (error, results) =>
      error ? reject(error) : resolve([results].flat().at(-1)?.rows as Row[]),
    );
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      connection.stream.cork();
      try {
        // Without columns, because pg gets its row before it knows of any.
        connection.parse({ name: '', text: `SELECT FROM ${calls.join(', ')}`, types: [] }, true);
        connection.bind({ values: settings.flat() }, true);
        connection.execute({}, true);
        return submit(connection);
      } finally {
        connection.stream.uncork();
      }
    };
    client.query(query);
  });
}
