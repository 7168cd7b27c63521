import { createHash } from 'node:crypto';
import { closeRedis, isUp, LONGEST_WAIT_MS, makeBlockingRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { NO_VERSION_CHECK } from '@tavola/service-kit/messaging/queues.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { type JobsOptions, Queue, QueueEvents } from 'bullmq';
import pTimeout from 'p-timeout';
import type { z } from 'zod';
import { type CodeImage, DRAWING_VERSION } from '../drawing/draw-image.ts';
import type { drawJob } from '../jobs.ts';
import type { StyleOutcome, TriedStyle } from '../style/try-style.ts';

/** The queue of interactive work, between qr and its workers. */
export const RENDER_QUEUE = 'qr-render';

/** Outcomes of styles that are kept for requests that have not received them yet, and for how long, in seconds. One takes up to 0.8 MB. */
const OUTCOMES_KEPT = { count: 10, age: 60 };

/** Events that Redis keeps, about: those of some 50 jobs. One with a logo takes up to 0.2 MB. */
const EVENTS_KEPT = 200;

/** An image to draw, the owner of its logo, and the hash it is stored under. */
export interface Drawing {
  hash: string;
  tenantId: string;
  image: CodeImage;
}

/** The producer's side of the queue; identical requests share one job. */
export interface RenderQueue {
  readonly jobs: Queue;
  /**
   * Has a worker draw the image; resolves when it is stored, or when its style is no longer the restaurant's.
   * @throws if it is not done within `timeoutMs`, or the queue's Redis is down. A job that no worker has begun by then is dropped.
   */
  draw(drawing: Drawing, timeoutMs: number): Promise<void>;
  /**
   * Has a worker try a style.
   * @throws as `draw` does.
   */
  tryStyle(style: TriedStyle, timeoutMs: number): Promise<StyleOutcome>;
  close(): Promise<void>;
}

/** The queue on the Redis at `redisUrl`. */
export function renderQueue(redisUrl: string, log: Logger): RenderQueue {
  const adding = makeRedis(redisUrl, 'qr-queue', log);
  const listening = makeBlockingRedis(redisUrl, 'qr-queue-events', log);
  const queue = new Queue(RENDER_QUEUE, {
    connection: adding as never,
    ...NO_VERSION_CHECK,
    streams: { events: { maxLen: EVENTS_KEPT } },
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 200 },
      // A failed job that stayed would block its id from being added again.
      removeOnFail: true,
    },
  });
  const events = new QueueEvents(RENDER_QUEUE, {
    connection: listening as never,
    blockingTimeout: LONGEST_WAIT_MS,
  });
  // Each waiting request adds a listener; many of them are no leak.
  queue.setMaxListeners(0);
  events.setMaxListeners(0);
  // The clients log lost connections.
  queue.on('error', () => {});
  events.on('error', () => {});

  /** Drops a job for which nobody waits any more. BullMQ keeps it if a worker has begun it: a retry may get its result. */
  const drop = (jobId: string) => void queue.remove(jobId).catch(() => {});

  /** The result of a job, which is added unless it is there already, or a rejection after `timeoutMs`. */
  const doneWithin = async (
    name: string,
    data: object,
    { jobId, removeOnComplete }: Pick<JobsOptions, 'removeOnComplete'> & { jobId: string },
    timeoutMs: number,
  ) => {
    if (!isUp(adding)) throw new Error('the queue is away');
    // BullMQ's own waitUntilFinished leaves a rejection unhandled while Redis hangs, which ends the process.
    const ended = Promise.withResolvers<unknown>();
    ended.promise.catch(() => {});
    const [completed, failed] = [`completed:${jobId}` as 'completed', `failed:${jobId}` as 'failed'];
    const onCompleted = ({ returnvalue }: { returnvalue: unknown }) => ended.resolve(returnvalue);
    const onFailed = ({ failedReason }: { failedReason: string }) => ended.reject(new Error(failedReason));
    events.on(completed, onCompleted).on(failed, onFailed);
    const result = async () => {
      await events.waitUntilReady();
      await queue.add(name, data, { jobId, removeOnComplete });
      const job = await queue.getJob(jobId);
      return job?.finishedOn ? job.returnvalue : ended.promise;
    };
    try {
      return await pTimeout(result(), {
        milliseconds: timeoutMs,
        fallback: () => {
          drop(jobId);
          throw new Error(`not done in ${Math.round(timeoutMs)} ms`);
        },
      });
    } finally {
      events.off(completed, onCompleted).off(failed, onFailed);
    }
  };

  return {
    jobs: queue,
    async draw(drawing, timeoutMs) {
      const job = { ...drawing, drawing: DRAWING_VERSION } satisfies z.infer<typeof drawJob>;
      // The image itself is stored in the database.
      await doneWithin('draw', job, { jobId: job.hash, removeOnComplete: true }, timeoutMs);
    },
    async tryStyle(style, timeoutMs) {
      const content = JSON.stringify([DRAWING_VERSION, style]);
      const jobId = `style-${createHash('sha256').update(content).digest('hex')}`;
      // Only the job holds the outcome.
      return doneWithin('style', style, { jobId, removeOnComplete: OUTCOMES_KEPT }, timeoutMs);
    },
    async close() {
      await Promise.allSettled([queue.close(), events.close()]);
      closeRedis(adding);
      closeRedis(listening);
    },
  };
}
