import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { DrawingQueue } from './drawing/drawing-queue.ts';
import type { PrismaClient } from './generated/client.ts';
import type { Logos } from './rendering/logos.ts';

/** What the workers of a process share. */
export interface WorkerTools {
  db: PrismaClient;
  redisUrl: string;
  logos: Logos;
  drawings: DrawingQueue;
  log: Logger;
}
