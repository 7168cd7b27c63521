import { type Job, Worker, type WorkerOptions } from 'bullmq';
import { closeRedis, isUp, LONGEST_WAIT_MS, makeBlockingRedis } from '../data/redis.ts';
import type { Logger } from '../observability/log.ts';

/** Queue options that skip BullMQ's check of the Redis version: a single late answer to it would close the queue for good. */
export const NO_VERSION_CHECK = { skipVersionCheck: true } as const;

/** How soon a worker tries again after it lost its connection, in milliseconds. */
const RETRY_MS = 500;

/** A worker that takes jobs from one queue. */
export interface QueueWorker {
  readonly worker: Worker;
  /** Whether it can take jobs now. */
  isUp(): boolean;
  /** Waits for the current jobs to finish, if Redis is up to record it. */
  close(): Promise<void>;
}

/** Starts a worker of the queue `name` on the Redis at `redisUrl`: `work` does each job. */
export function queueWorker(
  name: string,
  redisUrl: string,
  log: Logger,
  work: (job: Job, token?: string) => Promise<unknown>,
  options: Omit<WorkerOptions, 'connection'>,
): QueueWorker {
  const redis = makeBlockingRedis(redisUrl, `${name}-worker`, log);
  const worker = new Worker(name, work, {
    connection: redis as never,
    drainDelay: LONGEST_WAIT_MS / 1_000,
    runRetryDelay: RETRY_MS,
    ...options,
  });
  // The client logs lost connections.
  worker.on('error', () => {});
  return {
    worker,
    isUp: () => isUp(redis),
    async close() {
      // If Redis is down, the end of jobs can't be recorded, and BullMQ would wait for Redis. They are then abandoned, and another
      // worker gets them when their locks expire.
      await worker.close(!isUp(redis));
      closeRedis(redis);
    },
  };
}
