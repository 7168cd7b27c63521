import type { Worker } from 'bullmq';

/** What takes jobs from one queue. */
export interface QueueWorker {
  readonly worker: Worker;
  /** Whether it can be given work now. */
  isUp(): boolean;
  /** Lets the jobs at hand finish, where Redis can be told of it. */
  close(): Promise<void>;
}

/**
 * Closes `worker` once the jobs at hand are finished. Where Redis is away nobody could be told of it, and BullMQ would wait for
 * Redis: the jobs are left, and another worker is given them when their locks have run out.
 */
export const closeWorker = (worker: Worker, isRedisUp: boolean): Promise<void> => worker.close(!isRedisUp);
