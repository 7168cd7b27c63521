import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { LimitedRun } from '@tavola/service-kit/runtime/limit-concurrency.ts';
import type { Worker } from 'bullmq';
import type { PrismaClient } from './generated/client.ts';
import type { Logos } from './rendering/logos.ts';

/** What the workers of a process share. */
export interface WorkerTools {
  db: PrismaClient;
  redisUrl: string;
  logos: Logos;
  /**
   * Draws one picture after the other, first come, first served. Drawing occupies the thread, so pictures drawn side by side would
   * all be late; and between two codes of a sheet everybody else has a turn.
   */
  inTurn: LimitedRun;
  log: Logger;
}

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
