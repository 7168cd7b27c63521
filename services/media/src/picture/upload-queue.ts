import { closeRedis, isUp, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { NO_VERSION_CHECK } from '@tavola/service-kit/messaging/queues.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { Queue } from 'bullmq';
import { z } from 'zod';

/**
 * The queue of restaurants with uploads to read. It holds at most one job of each, which reads the oldest upload, so the next one is of
 * the restaurant that has waited longest; its other uploads wait in the database.
 */
export const UPLOAD_QUEUE = 'media-uploads';

/** A restaurant whose oldest upload is to be read; another release may have queued it. */
export const uploadJob = z.object({ tenantId: z.string() });

export interface UploadQueue {
  readonly jobs: Queue;
  /** Whether a job can be added now. */
  isUp(): boolean;
  /** Has a worker read the restaurant's oldest upload; no effect while one is being read, which the others then follow. */
  read(tenantId: string): Promise<void>;
  close(): Promise<void>;
}

/** The queue on the Redis at `redisUrl`. */
export function uploadQueue(redisUrl: string, log: Logger): UploadQueue {
  const redis = makeRedis(redisUrl, 'media-queue', log);
  const queue = new Queue<z.infer<typeof uploadJob>>(UPLOAD_QUEUE, {
    connection: redis as never,
    ...NO_VERSION_CHECK,
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: true,
      // A failed job that stayed would block the restaurant's next upload.
      removeOnFail: true,
    },
  });
  // The client logs lost connections.
  queue.on('error', () => {});
  return {
    jobs: queue,
    isUp: () => isUp(redis),
    async read(tenantId) {
      if (!isUp(redis)) throw new Error('the queue is away');
      await queue.add('read', { tenantId }, { jobId: tenantId });
    },
    async close() {
      await queue.close().catch(() => {});
      closeRedis(redis);
    },
  };
}
