import type { Logger } from '@tavola/service-kit/log.ts';
import sharp from 'sharp';
import type { PrismaClient } from './generated/client.ts';
import type { QueueWorker } from './queue-worker.ts';
import { logosIn } from './rendering/logos.ts';
import { renderWorker } from './rendering/render-worker.ts';
import { sheetWorker } from './sheet/sheet-worker.ts';

/** All that a worker process does. */
export function startWorkers(db: PrismaClient, redisUrl: string, log: Logger): QueueWorker {
  // No picture is drawn twice, and several small ones at once need no threads of their own.
  sharp.cache(false);
  sharp.concurrency(1);
  const logos = logosIn(db);
  const workers = [renderWorker(db, redisUrl, logos, log), sheetWorker(db, redisUrl, logos, log)];
  return {
    isUp: () => workers.every((worker) => worker.isUp()),
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
