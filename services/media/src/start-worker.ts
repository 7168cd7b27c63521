import { registerWorkerMetrics } from '@tavola/service-kit/messaging/queue-metrics.ts';
import { type DatabaseDeps, databaseDeps } from '@tavola/service-kit/runtime/service-deps.ts';
import type { WorkerEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { uploadWorker } from './picture/upload-worker.ts';
import { storageAt } from './storage/storage-at.ts';

/** Starts what a worker process runs. */
export function startWorker(env: WorkerEnv): DatabaseDeps<PrismaClient> {
  const common = databaseDeps('media-worker', env, {
    makeDb: (options) => new PrismaClient(options),
    schema: 'media',
    connections: 2,
  });
  const uploads = uploadWorker(common.db, storageAt(env.STORAGE_URL), env.REDIS_QUEUE_URL, common.log);
  registerWorkerMetrics(common.metrics, [uploads.worker]);
  return {
    ...common,
    ready: async () => uploads.isUp() && (await common.ready()),
    async close() {
      await uploads.close();
      await common.close();
    },
  };
}
