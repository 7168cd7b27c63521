import type { Pricing } from '@tavola/contracts/pricing.ts';
import type { SystemStatus } from '@tavola/contracts/system-status.ts';
import { asTenant, NIL_UUID } from '@tavola/service-kit/data/postgres.ts';
import type { AdminTwoFactor } from '@tavola/service-kit/http/access.ts';
import { startSweepingKeys } from '@tavola/service-kit/http/idempotency.ts';
import { makeServiceClient, type ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { registerQueueMetrics, registerWorkerMetrics } from '@tavola/service-kit/messaging/queue-metrics.ts';
import { calledUrls } from '@tavola/service-kit/runtime/env.ts';
import { type ServiceDeps, serviceDeps } from '@tavola/service-kit/runtime/service-deps.ts';
import { startSweeping } from '@tavola/service-kit/runtime/sweeping.ts';
import { type DataOwnerSettings, makeDataOwners } from './data-owners.ts';
import { type SweepDeps, sweepDeletions } from './deletion/sweep-deletions.ts';
import { sweepHourly } from './deletion/sweep-hourly.ts';
import type { AdminEnv } from './env.ts';
import { type ExportQueue, exportQueue } from './export/export-queue.ts';
import { forgetExpiredExports } from './export/export-store.ts';
import { exportWorker } from './export/export-worker.ts';
import { PrismaClient } from './generated/client.ts';
import { systemStatusOf } from './platform/system-status.ts';

/** Everything that admin's routes need. */
export interface Deps extends ServiceDeps<PrismaClient> {
  auth: ServiceClient<'auth'>;
  menu: ServiceClient<'menu'>;
  media: ServiceClient<'media'>;
  qr: ServiceClient<'qr'>;
  analytics: ServiceClient<'analytics'>;
  exports: ExportQueue;
  systemStatus: () => Promise<SystemStatus>;
  adminTwoFactor: AdminTwoFactor;
  pricing: Pricing;
  warmUp(): Promise<unknown>;
}

/** Creates admin's dependencies. */
export function makeDeps(env: AdminEnv): Deps {
  const common = serviceDeps('admin', env, { makeDb: (options) => new PrismaClient(options) });
  const { db, log, metrics } = common;
  const urls = calledUrls('admin', env);
  const neighbour = <Name extends keyof typeof urls>(name: Name) =>
    makeServiceClient({ name, url: urls[name], serviceToken: env.SERVICE_TOKEN });
  const ownerSettings: DataOwnerSettings = {
    urls,
    serviceToken: env.SERVICE_TOKEN,
  };
  const { auth: slowAuth, ...others } = makeDataOwners(ownerSettings);
  const sweeping: SweepDeps = {
    db,
    auth: slowAuth,
    owners: others,
    log,
  };
  const stopSweeping = sweepHourly((isOver) => sweepDeletions(sweeping, isOver), log);
  const stopSweepingKeys = startSweepingKeys(db, log);
  const stopSweepingExports = startSweeping(() => forgetExpiredExports(db), 'expired exports not deleted', log);
  const redisUrl = env.REDIS_QUEUE_URL;
  const exports = exportQueue(redisUrl, log);
  const exporting = exportWorker({ db, redisUrl, queue: exports, owners: ownerSettings, log });
  registerQueueMetrics(metrics, [exports.jobs]);
  registerWorkerMetrics(metrics, [exporting.worker]);
  return {
    ...common,
    auth: neighbour('auth'),
    menu: neighbour('menu'),
    media: neighbour('media'),
    qr: neighbour('qr'),
    analytics: neighbour('analytics'),
    exports,
    systemStatus: systemStatusOf(urls),
    adminTwoFactor: env.ADMIN_TWO_FACTOR,
    pricing: env.PRICING,
    warmUp: () => asTenant(db, NIL_UUID, (tx) => tx.betaApplication.findFirst()),
    async close() {
      await stopSweeping();
      stopSweepingKeys();
      stopSweepingExports();
      await exporting.close();
      await exports.close();
      await common.close();
    },
  };
}
