import { visitStream } from '@tavola/contracts/events.ts';
import type { ServiceName } from '@tavola/contracts/topology.ts';
import { closeRedis, makeBlockingRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { makeServiceClient, type ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { consumeStream, registerStreamMetrics, streamWriter } from '@tavola/service-kit/messaging/stream.ts';
import { type ServiceDeps, serviceDeps } from '@tavola/service-kit/runtime/service-deps.ts';
import { startSweeping } from '@tavola/service-kit/runtime/sweeping.ts';
import type { AnalyticsEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { makeTenants, type Tenants } from './tenant/tenants.ts';
import { visitLedger } from './visit/count-visits.ts';
import { monthFolding } from './visit/fold-months.ts';
import { forgetVisitors } from './visit/forget-visitors.ts';
import { makeKnownIds } from './visit/known-ids.ts';
import { type TellView, tellingViews } from './visit/tell-view.ts';
import { makeVisitOutbox } from './visit/visit-outbox.ts';
import { makeVisitors } from './visit/visitors.ts';

/** How often to delete the data of past days, in milliseconds. */
const FORGET_MS = 60_000;

/** Everything that analytics' routes need. */
export interface Deps extends ServiceDeps<PrismaClient> {
  tenants: Tenants;
  menu: ServiceClient<'menu'>;
  qr: ServiceClient<'qr'>;
  tellView: TellView;
  /** The current time. */
  now(): Date;
}

/** Creates analytics' dependencies and starts counting the visits in the stream. */
export function makeDeps(env: AnalyticsEnv, now = () => new Date()): Deps {
  const common = serviceDeps('analytics', env, { makeDb: (options) => new PrismaClient(options) });
  const { db, pool, log, metrics } = common;
  const redis = makeRedis(env.REDIS_QUEUE_URL, 'analytics', log);
  const consuming = makeBlockingRedis(env.REDIS_QUEUE_URL, 'analytics-consumer', log);
  const neighbour = <Name extends ServiceName>(name: Name, url: string) =>
    makeServiceClient({ name, url, serviceToken: env.SERVICE_TOKEN });
  const tenants = makeTenants(neighbour('auth', env.AUTH_URL), pool, log);
  const menu = neighbour('menu', env.MENU_URL);
  const qr = neighbour('qr', env.QR_URL);
  const visitors = makeVisitors(pool, now);
  let countedUpTo = 0;
  const startedAt = Date.now();
  registerStreamMetrics(metrics, redis, visitStream, () => countedUpTo || startedAt);
  const ledger = visitLedger({
    pool,
    tenants,
    knownIds: makeKnownIds(menu, qr),
    caughtUp(time) {
      countedUpTo = time;
    },
  });
  const consumer = consumeStream(consuming, visitStream, { log }, ledger);
  const forgetting = setInterval(() => {
    visitors.forget();
    forgetVisitors(db, countedUpTo).catch((error: Error) =>
      log.warn({ reason: error.message }, 'visitor data not erased, retrying'),
    );
  }, FORGET_MS).unref();
  const stopFolding = startSweeping(monthFolding(pool, tenants, now), 'old visits not folded into months', log);
  const write = streamWriter(redis, visitStream, ({ tenantId }) => tenantId);
  const outbox = makeVisitOutbox({ tell: (visits) => write(...visits), reach: () => redis.ping() }, log);
  const tellView = tellingViews({ tenants, visitors, tellVisit: outbox.tell, now, log });
  return {
    ...common,
    tenants,
    menu,
    qr,
    tellView,
    now,
    async close() {
      clearInterval(forgetting);
      stopFolding();
      await outbox.flush();
      await consumer.close();
      closeRedis(consuming);
      closeRedis(redis);
      await common.close();
    },
  };
}
