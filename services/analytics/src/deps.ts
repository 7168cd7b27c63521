import { visitStream } from '@tavola/contracts/events.ts';
import { watchPool, watchStream } from '@tavola/service-kit/data/pool-metrics.ts';
import { databaseAnswers, makePool, type Pool, prismaAdapter } from '@tavola/service-kit/data/postgres.ts';
import { closeRedis, makeBlockingRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { type TokenCheck, tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeRequests, type Requests } from '@tavola/service-kit/http/request-log.ts';
import { makeServiceClient, type ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { appendToStream, consumeStream } from '@tavola/service-kit/messaging/stream.ts';
import { type Logger, makeLog } from '@tavola/service-kit/observability/log.ts';
import { type Metrics, makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import type { AnalyticsEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { makeTenants, type Tenants } from './tenant/tenants.ts';
import { visitLedger } from './visit/count-visits.ts';
import { forgetVisitors } from './visit/forget-visitors.ts';
import { type TellView, tellingViews } from './visit/tell-view.ts';
import { makeVisitOutbox } from './visit/visit-outbox.ts';
import { makeVisitors } from './visit/visitors.ts';

/** How often to delete the data of past days, in milliseconds. */
const FORGET_MS = 60_000;

/** Everything that analytics' routes need. */
export interface Deps {
  pool: Pool;
  tenants: Tenants;
  menu: ServiceClient;
  qr: ServiceClient;
  tellView: TellView;
  /** The current time. */
  now(): Date;
  checkToken: TokenCheck;
  serviceToken: string;
  log: Logger;
  metrics: Metrics;
  requests: Requests;
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** Creates analytics' dependencies and starts counting the visits in the stream. */
export function makeDeps(env: AnalyticsEnv, now = () => new Date()): Deps {
  const log = makeLog('analytics', env.LOG_LEVEL);
  const metrics = makeMetrics();
  const requests = makeRequests('analytics', log, metrics);
  const pool = makePool(env.DATABASE_URL, 'analytics', log);
  watchPool(metrics, pool);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'analytics') });
  const redis = makeRedis(env.REDIS_QUEUE_URL, 'analytics', log);
  const consuming = makeBlockingRedis(env.REDIS_QUEUE_URL, 'analytics-consumer', log);
  const neighbour = (name: string, url: string) => makeServiceClient({ name, url, serviceToken: env.SERVICE_TOKEN });
  const tenants = makeTenants(neighbour('auth', env.AUTH_URL), pool, log);
  const visitors = makeVisitors(pool, now);
  let countedUpTo = 0;
  const startedAt = Date.now();
  watchStream(metrics, redis, visitStream, () => countedUpTo || startedAt);
  const consumer = consumeStream(
    consuming,
    visitStream,
    { log },
    visitLedger(pool, tenants, (time) => {
      countedUpTo = time;
    }),
  );
  const forgetting = setInterval(() => {
    visitors.forget();
    forgetVisitors(db, countedUpTo).catch((error: Error) =>
      log.warn({ reason: error.message }, 'visitor data not erased, retrying'),
    );
  }, FORGET_MS).unref();
  const outbox = makeVisitOutbox(
    { tell: (visits) => appendToStream(redis, visitStream, ...visits), reach: () => redis.ping() },
    log,
  );
  const tellView = tellingViews({ tenants, visitors, tellVisit: outbox.tell, now, log });
  return {
    pool,
    tenants,
    menu: neighbour('menu', env.MENU_URL),
    qr: neighbour('qr', env.QR_URL),
    tellView,
    now,
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    serviceToken: env.SERVICE_TOKEN,
    log,
    metrics,
    requests,
    ready: () => databaseAnswers(pool),
    async close() {
      clearInterval(forgetting);
      await outbox.flush();
      await consumer.close();
      closeRedis(consuming);
      closeRedis(redis);
      await db.$disconnect();
      await pool.end();
    },
  };
}
