import type { PrismaPg } from '@prisma/adapter-pg';
import { registerPoolMetrics } from '../data/pool-metrics.ts';
import { databaseAnswers, makePool, type Pool, prismaAdapter } from '../data/postgres.ts';
import { type TokenCheck, tokenCheck } from '../http/access.ts';
import { makeRequests, type Requests } from '../http/request-log.ts';
import { type Logger, makeLog } from '../observability/log.ts';
import { type Metrics, makeMetrics } from '../observability/metrics.ts';

/** The dependencies of every process with a database. */
export interface DatabaseDeps<Db> {
  db: Db;
  /** The connections that `db` uses, for hand-written SQL. */
  pool: Pool;
  log: Logger;
  metrics: Metrics;
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** The dependencies of every service with a database. */
export interface ServiceDeps<Db> extends DatabaseDeps<Db> {
  checkToken: TokenCheck;
  serviceToken: string;
  requests: Requests;
}

interface DatabaseOptions<Db> {
  /** Creates the schema's Prisma client. */
  makeDb: (options: { adapter: PrismaPg }) => Db;
  /** The database schema; by default it has the process's name. */
  schema?: string;
  /** Most connections. */
  connections?: number;
  log?: Logger;
}

/** Creates what the process `name` needs to use its database. */
export function databaseDeps<Db extends { $disconnect(): Promise<void> }>(
  name: string,
  env: { LOG_LEVEL: string; DATABASE_URL: string },
  { makeDb, schema = name, connections, log = makeLog(name, env.LOG_LEVEL) }: DatabaseOptions<Db>,
): DatabaseDeps<Db> {
  const metrics = makeMetrics();
  const pool = makePool(env.DATABASE_URL, name, log, connections);
  registerPoolMetrics(metrics, pool);
  const db = makeDb({ adapter: prismaAdapter(pool, schema) });
  return {
    db,
    pool,
    log,
    metrics,
    ready: () => databaseAnswers(pool),
    async close() {
      await db.$disconnect();
      await pool.end();
    },
  };
}

/** Creates what the service `name` needs to use its database and to answer requests. */
export function serviceDeps<Db extends { $disconnect(): Promise<void> }>(
  name: string,
  env: { LOG_LEVEL: string; DATABASE_URL: string; JWT_PUBLIC_KEY: string; SERVICE_TOKEN: string },
  options: DatabaseOptions<Db>,
): ServiceDeps<Db> {
  const common = databaseDeps(name, env, options);
  return {
    ...common,
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    serviceToken: env.SERVICE_TOKEN,
    requests: makeRequests(name, common.log, common.metrics),
  };
}
