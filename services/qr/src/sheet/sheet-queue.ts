import { closeRedis, isUp, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { NO_VERSION_CHECK } from '@tavola/service-kit/messaging/queues.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { Queue } from 'bullmq';
import type { z } from 'zod';
import { SHEET_DRAWING_VERSION, type sheetJob } from '../jobs.ts';

/**
 * The queue of sheets. It is separate so that interactive requests need not wait behind two hundred codes. It holds at most one
 * job of each restaurant, so the next one is of the restaurant that has waited longest; a restaurant's other sheets wait in the
 * database. BullMQ has groups only in its paid edition.
 */
export const SHEET_QUEUE = 'qr-sheet';

/** A sheet of the restaurant `tenantId`, stored in the database. */
export interface WaitingSheet {
  sheetId: string;
  tenantId: string;
}

export interface SheetQueue {
  readonly jobs: Queue;
  /**
   * Has a worker make the sheet; no effect while the queue has a sheet of the restaurant, which the others then follow.
   * @throws if the queue's Redis is down.
   */
  make(sheet: WaitingSheet): Promise<void>;
  close(): Promise<void>;
}

/** The queue on the Redis at `redisUrl`. */
export function sheetQueue(redisUrl: string, log: Logger): SheetQueue {
  const redis = makeRedis(redisUrl, 'qr-sheet-queue', log);
  const queue = new Queue<z.infer<typeof sheetJob>>(SHEET_QUEUE, {
    connection: redis as never,
    ...NO_VERSION_CHECK,
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: true,
      // A failed job that stayed would block the restaurant's next sheet.
      removeOnFail: true,
    },
  });
  // The client logs lost connections.
  queue.on('error', () => {});
  return {
    jobs: queue,
    async make(sheet) {
      if (!isUp(redis)) throw new Error('the queue is away');
      await queue.add('make', { ...sheet, drawing: SHEET_DRAWING_VERSION }, { jobId: sheet.tenantId });
    },
    async close() {
      await queue.close().catch(() => {});
      closeRedis(redis);
    },
  };
}
