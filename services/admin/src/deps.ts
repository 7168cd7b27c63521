import type { SystemStatus } from '@tavola/contracts/admin.ts';
import { watchPool } from '@tavola/service-kit/data/pool-metrics.ts';
import { asTenant, databaseAnswers, makePool, NIL_UUID, prismaAdapter } from '@tavola/service-kit/data/postgres.ts';
import { type AdminTwoFactor, type TokenCheck, tokenCheck } from '@tavola/service-kit/http/access.ts';
import { startSweepingKeys } from '@tavola/service-kit/http/idempotency.ts';
import { makeRequests, type Requests } from '@tavola/service-kit/http/request-log.ts';
import { makeServiceClient, type ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { type Logger, makeLog } from '@tavola/service-kit/observability/log.ts';
import { type Metrics, makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { type SweepDeps, sweepDeletions } from './deletion/sweep-deletions.ts';
import { sweepHourly } from './deletion/sweep-hourly.ts';
import type { AdminEnv } from './env.ts';
import type { DataOwners } from './export/gather.ts';
import { PrismaClient } from './generated/client.ts';
import { systemStatusOf } from './platform/system-status.ts';

/** Timeout of a service that exports or deletes all its data of one restaurant, in milliseconds. */
const ALL_WITHIN_MS = 10_000;

/** Everything that admin's routes need. */
export interface Deps {
  db: PrismaClient;
  auth: ServiceClient;
  menu: ServiceClient;
  /** Clients of the services that hold data of restaurants, with a timeout for reading or deleting all of it. */
  dataOwners: DataOwners;
  systemStatus: () => Promise<SystemStatus>;
  checkToken: TokenCheck;
  adminTwoFactor: AdminTwoFactor;
  log: Logger;
  metrics: Metrics;
  requests: Requests;
  ready(): Promise<boolean>;
  warmUp(): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates admin's dependencies. */
export function makeDeps(env: AdminEnv): Deps {
  const log = makeLog('admin', env.LOG_LEVEL);
  const metrics = makeMetrics();
  const requests = makeRequests('admin', log, metrics);
  const pool = makePool(env.DATABASE_URL, 'admin', log);
  watchPool(metrics, pool);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'admin') });
  const neighbour = (name: string, url: string) => makeServiceClient({ name, url, serviceToken: env.SERVICE_TOKEN });
  const patient = (name: string, url: string) =>
    makeServiceClient({ name, url, serviceToken: env.SERVICE_TOKEN, timeoutMs: ALL_WITHIN_MS });
  const dataOwners: DataOwners = {
    auth: patient('auth', env.AUTH_URL),
    menu: patient('menu', env.MENU_URL),
    qr: patient('qr', env.QR_URL),
    analytics: patient('analytics', env.ANALYTICS_URL),
  };
  const sweeping: SweepDeps = {
    db,
    auth: dataOwners.auth,
    owners: [dataOwners.menu, dataOwners.qr, dataOwners.analytics],
    log,
  };
  const stopSweeping = sweepHourly((isOver) => sweepDeletions(sweeping, isOver), log);
  const stopSweepingKeys = startSweepingKeys(db, log);
  return {
    db,
    auth: neighbour('auth', env.AUTH_URL),
    menu: neighbour('menu', env.MENU_URL),
    dataOwners,
    systemStatus: systemStatusOf({
      auth: env.AUTH_URL,
      menu: env.MENU_URL,
      'public-menu': env.PUBLIC_MENU_URL,
      qr: env.QR_URL,
      analytics: env.ANALYTICS_URL,
    }),
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    adminTwoFactor: env.ADMIN_TWO_FACTOR,
    log,
    metrics,
    requests,
    ready: () => databaseAnswers(pool),
    warmUp: () => asTenant(db, NIL_UUID, (tx) => tx.betaApplication.findFirst()),
    async close() {
      await stopSweeping();
      stopSweepingKeys();
      await db.$disconnect();
      await pool.end();
    },
  };
}
