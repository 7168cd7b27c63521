import type { Logger } from '@tavola/service-kit/log.ts';
import { closeRedis, isUp, makeBlockingRedis, makeRedis } from '@tavola/service-kit/redis.ts';
import { Queue, QueueEvents } from 'bullmq';

/** The queue between qr and its workers. */
export const RENDER_QUEUE = 'qr-render';

/** One image to draw: what it says, and the hash it is kept under. */
export interface RenderJob {
  hash: string;
  text: string;
}

/** The producer's side of the queue. */
export interface RenderQueue {
  /**
   * Has a worker draw the image; the same image is drawn once, however many ask. Resolves when it is done.
   * @throws when it is not done within `timeoutMs`, or the queue's Redis is away.
   */
  render(job: RenderJob, timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** The queue of images to draw, on the Redis at `redisUrl`. */
export function renderQueue(redisUrl: string, log: Logger): RenderQueue {
  const adding = makeRedis(redisUrl, 'qr-queue', log);
  const listening = makeBlockingRedis(redisUrl, 'qr-queue-events', log);
  const queue = new Queue<RenderJob>(RENDER_QUEUE, {
    connection: adding as never,
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 200 },
      // The image itself is kept in the database; a job that stayed would stop its id from being asked for again.
      removeOnComplete: true,
      removeOnFail: true,
    },
  });
  const events = new QueueEvents(RENDER_QUEUE, { connection: listening as never });
  // Every owner who waits listens; many at once are no leak.
  queue.setMaxListeners(0);
  events.setMaxListeners(0);
  // The clients say when they lose Redis.
  queue.on('error', () => {});
  events.on('error', () => {});

  return {
    async render(job, timeoutMs) {
      if (!isUp(adding)) throw new Error('the queue is away');
      const added = await queue.add('draw', job, { jobId: job.hash });
      await added.waitUntilFinished(events, timeoutMs);
    },
    async close() {
      await Promise.allSettled([queue.close(), events.close()]);
      closeRedis(adding);
      closeRedis(listening);
    },
  };
}
