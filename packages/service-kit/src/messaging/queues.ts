import type { Worker } from 'bullmq';

/** Queue options that skip BullMQ's check of the Redis version: a single late answer to it would close the queue for good. */
export const NO_VERSION_CHECK = { skipVersionCheck: true } as const;

/** A worker that takes jobs from one queue. */
export interface QueueWorker {
  readonly worker: Worker;
  /** Whether it can take jobs now. */
  isUp(): boolean;
  /** Waits for the current jobs to finish, if Redis is up to record it. */
  close(): Promise<void>;
}

/**
 * Closes `worker` once its current jobs are finished. If Redis is down, their completion can't be recorded and BullMQ
 * would wait for Redis. The jobs are then abandoned, and another worker gets them when their locks expire.
 */
export const closeWorker = (worker: Worker, isRedisUp: boolean): Promise<void> => worker.close(!isRedisUp);
