import { registerWorkerMetrics } from '@tavola/service-kit/messaging/queue-metrics.ts';
import { type DatabaseDeps, databaseDeps } from '@tavola/service-kit/runtime/service-deps.ts';
import { startSweeping } from '@tavola/service-kit/runtime/sweeping.ts';
import sharp from 'sharp';
import { drawingQueue } from './drawing/drawing-queue.ts';
import type { WorkerEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { logosIn } from './rendering/logos.ts';
import { renderWorker } from './rendering/render-worker.ts';
import { renderingStore } from './rendering/rendering-store.ts';
import { forgetExpiredSheets } from './sheet/sheet-store.ts';
import { sheetWorker } from './sheet/sheet-worker.ts';

/** Starts what a worker process runs. */
export function startWorker(env: WorkerEnv): DatabaseDeps<PrismaClient> {
  const common = databaseDeps('qr-worker', env, {
    makeDb: (options) => new PrismaClient(options),
    schema: 'qr',
    connections: 4,
  });
  const { db, log, metrics } = common;
  // No picture is drawn twice, and several small ones in parallel need no threads of their own.
  sharp.cache(false);
  sharp.concurrency(1);
  const tools = { db, redisUrl: env.REDIS_QUEUE_URL, logos: logosIn(db), drawings: drawingQueue(), log };
  const workers = [renderWorker(tools), sheetWorker(tools)];
  registerWorkerMetrics(
    metrics,
    workers.map(({ worker }) => worker),
  );
  const forgetOldFiles = () => Promise.all([forgetExpiredSheets(db), renderingStore(db).forgetOld()]);
  const stopSweeping = startSweeping(forgetOldFiles, 'old files are still there', log);
  return {
    ...common,
    ready: async () => workers.every((worker) => worker.isUp()) && (await common.ready()),
    async close() {
      stopSweeping();
      await Promise.all(workers.map((worker) => worker.close()));
      await common.close();
    },
  };
}
