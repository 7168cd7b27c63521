import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Worker } from 'bullmq';
import type { DrawingTurn } from './drawing-turns.ts';
import type { PrismaClient } from './generated/client.ts';
import type { Logos } from './rendering/logos.ts';

/** What the workers of a process share. */
export interface WorkerTools {
  db: PrismaClient;
  redisUrl: string;
  logos: Logos;
  inTurn: DrawingTurn;
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
