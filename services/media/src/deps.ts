import { watchPool } from '@tavola/service-kit/data/pool-metrics.ts';
import { asTenant, databaseAnswers, makePool, NIL_UUID, prismaAdapter } from '@tavola/service-kit/data/postgres.ts';
import { type TokenCheck, tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeRequests, type Requests } from '@tavola/service-kit/http/request-log.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { watchQueues } from '@tavola/service-kit/messaging/queue-metrics.ts';
import { type Logger, makeLog } from '@tavola/service-kit/observability/log.ts';
import { type Metrics, makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { startSweeping } from '@tavola/service-kit/runtime/sweeping.ts';
import type { MediaEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { sweep } from './picture/sweep.ts';
import { type UploadQueue, uploadQueue } from './picture/upload-queue.ts';
import type { Storage } from './storage/storage.ts';
import { storageAt } from './storage/storage-at.ts';

/** Everything that media's routes need. */
export interface Deps {
  db: PrismaClient;
  storage: Storage;
  queue: UploadQueue;
  checkToken: TokenCheck;
  serviceToken: string;
  log: Logger;
  metrics: Metrics;
  requests: Requests;
  ready(): Promise<boolean>;
  warmUp(): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates media's dependencies. */
export function makeDeps(env: MediaEnv): Deps {
  const log = makeLog('media', env.LOG_LEVEL);
  const metrics = makeMetrics();
  const requests = makeRequests('media', log, metrics);
  const pool = makePool(env.DATABASE_URL, 'media', log);
  watchPool(metrics, pool);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'media') });
  const storage = storageAt(env.STORAGE_URL);
  const queue = uploadQueue(env.REDIS_QUEUE_URL, log);
  watchQueues(metrics, [queue.jobs]);
  const client = (name: 'menu' | 'auth', url: string) =>
    makeServiceClient({ name, url, serviceToken: env.SERVICE_TOKEN });
  const sweeping = { db, storage, queue, menu: client('menu', env.MENU_URL), auth: client('auth', env.AUTH_URL) };
  const stopSweeping = startSweeping(() => sweep(sweeping), 'unused pictures are still there', log);
  return {
    db,
    storage,
    queue,
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    serviceToken: env.SERVICE_TOKEN,
    log,
    metrics,
    requests,
    ready: () => databaseAnswers(pool),
    warmUp: () => asTenant(db, NIL_UUID, (tx) => tx.picture.findFirst()),
    async close() {
      stopSweeping();
      await queue.close();
      await db.$disconnect();
      await pool.end();
    },
  };
}
