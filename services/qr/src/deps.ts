import { type Visit, visitStream } from '@tavola/contracts/events.ts';
import { watchPool } from '@tavola/service-kit/data/pool-metrics.ts';
import { asTenant, databaseAnswers, makePool, NIL_UUID, prismaAdapter } from '@tavola/service-kit/data/postgres.ts';
import { closeRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { type TokenCheck, tokenCheck } from '@tavola/service-kit/http/access.ts';
import { startSweepingKeys } from '@tavola/service-kit/http/idempotency.ts';
import { makeRequests, type Requests } from '@tavola/service-kit/http/request-log.ts';
import { makeServiceClient, type ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { watchQueues } from '@tavola/service-kit/messaging/queue-metrics.ts';
import { appendToStream } from '@tavola/service-kit/messaging/stream.ts';
import { type Logger, makeLog } from '@tavola/service-kit/observability/log.ts';
import { type Metrics, makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import type { QrEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { type RenderQueue, renderQueue } from './rendering/render-queue.ts';
import { type OpenDrawings, openDrawings } from './rendering/rendered.ts';
import { type SheetQueue, sheetQueue } from './sheet/sheet-queue.ts';

/** Everything that qr's routes need. */
export interface Deps {
  db: PrismaClient;
  auth: ServiceClient;
  menu: ServiceClient;
  queue: RenderQueue;
  drawings: OpenDrawings;
  sheets: SheetQueue;
  tellVisit(visit: Visit): Promise<void>;
  publicOrigin: string;
  checkToken: TokenCheck;
  serviceToken: string;
  log: Logger;
  metrics: Metrics;
  requests: Requests;
  ready(): Promise<boolean>;
  warmUp(): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates qr's dependencies. */
export function makeDeps(env: QrEnv): Deps {
  const log = makeLog('qr', env.LOG_LEVEL);
  const metrics = makeMetrics();
  const requests = makeRequests('qr', log, metrics);
  const pool = makePool(env.DATABASE_URL, 'qr', log);
  watchPool(metrics, pool);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'qr') });
  const redis = makeRedis(env.REDIS_QUEUE_URL, 'qr', log);
  const queue = renderQueue(env.REDIS_QUEUE_URL, log);
  const sheets = sheetQueue(env.REDIS_QUEUE_URL, log);
  watchQueues(metrics, [queue.jobs, sheets.jobs]);
  const stopSweepingKeys = startSweepingKeys(db, log);
  return {
    db,
    auth: makeServiceClient({ name: 'auth', url: env.AUTH_URL, serviceToken: env.SERVICE_TOKEN }),
    menu: makeServiceClient({ name: 'menu', url: env.MENU_URL, serviceToken: env.SERVICE_TOKEN }),
    queue,
    drawings: openDrawings(),
    sheets,
    tellVisit: (visit) => appendToStream(redis, visitStream, visit),
    publicOrigin: env.PUBLIC_ORIGIN,
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    serviceToken: env.SERVICE_TOKEN,
    log,
    metrics,
    requests,
    ready: () => databaseAnswers(pool),
    warmUp: () => asTenant(db, NIL_UUID, (tx) => tx.code.findFirst()),
    async close() {
      stopSweepingKeys();
      await Promise.all([queue.close(), sheets.close()]);
      closeRedis(redis);
      await db.$disconnect();
      await pool.end();
    },
  };
}
