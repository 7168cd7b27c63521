import { type Visit, visitStream } from '@tavola/contracts/events.ts';
import { asTenant, NIL_UUID } from '@tavola/service-kit/data/postgres.ts';
import { closeRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { startSweepingKeys } from '@tavola/service-kit/http/idempotency.ts';
import { makeServiceClient, type ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { registerQueueMetrics } from '@tavola/service-kit/messaging/queue-metrics.ts';
import { streamWriter } from '@tavola/service-kit/messaging/stream.ts';
import { type ServiceDeps, serviceDeps } from '@tavola/service-kit/runtime/service-deps.ts';
import type { QrEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { type RenderQueue, renderQueue } from './rendering/render-queue.ts';
import { type OpenDrawings, openDrawings } from './rendering/rendered.ts';
import { type SheetQueue, sheetQueue } from './sheet/sheet-queue.ts';

/** How long a comparison of menus may take, in milliseconds: who waits for it has an answer without it before the gateway gives up. */
const COMPARED_WITHIN_MS = 1_000;

/** Everything that qr's routes need. */
export interface Deps extends ServiceDeps<PrismaClient> {
  auth: ServiceClient<'auth'>;
  menu: ServiceClient<'menu'>;
  queue: RenderQueue;
  drawings: OpenDrawings;
  sheets: SheetQueue;
  tellVisit(visit: Visit): Promise<void>;
  publicOrigin: string;
  warmUp(): Promise<unknown>;
}

/** Creates qr's dependencies. */
export function makeDeps(env: QrEnv): Deps {
  const common = serviceDeps('qr', env, { makeDb: (options) => new PrismaClient(options) });
  const { db, log, metrics } = common;
  const redis = makeRedis(env.REDIS_QUEUE_URL, 'qr', log);
  const queue = renderQueue(env.REDIS_QUEUE_URL, log);
  const sheets = sheetQueue(env.REDIS_QUEUE_URL, log);
  registerQueueMetrics(metrics, [queue.jobs, sheets.jobs]);
  const stopSweepingKeys = startSweepingKeys(db, log);
  const write = streamWriter(redis, visitStream, ({ tenantId }) => tenantId);
  return {
    ...common,
    auth: makeServiceClient({ name: 'auth', url: env.AUTH_URL, serviceToken: env.SERVICE_TOKEN }),
    menu: makeServiceClient({
      name: 'menu',
      url: env.MENU_URL,
      serviceToken: env.SERVICE_TOKEN,
      timeoutMs: COMPARED_WITHIN_MS,
    }),
    queue,
    drawings: openDrawings(),
    sheets,
    async tellVisit(visit) {
      if ((await write(visit)) > 0) throw new Error('the stream is full');
    },
    publicOrigin: env.PUBLIC_ORIGIN,
    warmUp: () => asTenant(db, NIL_UUID, (tx) => tx.code.findFirst()),
    async close() {
      stopSweepingKeys();
      await Promise.all([queue.close(), sheets.close()]);
      closeRedis(redis);
      await common.close();
    },
  };
}
