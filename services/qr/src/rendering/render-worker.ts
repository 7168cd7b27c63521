import type { Logger } from '@tavola/service-kit/log.ts';
import { closeRedis, makeBlockingRedis } from '@tavola/service-kit/redis.ts';
import { Worker } from 'bullmq';
import type { PrismaClient } from '../generated/client.ts';
import { drawCode } from './draw-code.ts';
import { RENDER_QUEUE, type RenderJob } from './render-queue.ts';
import { renderingStore } from './rendering-store.ts';

/** Draws the images on the queue and keeps them. Closing lets the jobs at hand finish. */
export function renderWorker(db: PrismaClient, redisUrl: string, log: Logger): { close(): Promise<void> } {
  const redis = makeBlockingRedis(redisUrl, 'qr-worker', log);
  const worker = new Worker<RenderJob>(
    RENDER_QUEUE,
    async ({ data: { hash, text } }) => {
      const png = await drawCode(text);
      await renderingStore(db).keep(hash, new Uint8Array(png));
    },
    { connection: redis as never, concurrency: 4 },
  );
  // The client says when it loses Redis.
  worker.on('error', () => {});
  worker.on('failed', (job, error) => log.error({ err: error, job: job?.id }, 'code not drawn'));
  worker.on('completed', (job) => log.info({ job: job.id }, 'code drawn'));
  return {
    async close() {
      await worker.close();
      closeRedis(redis);
    },
  };
}
