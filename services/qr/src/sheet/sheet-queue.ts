import { closeRedis, isUp, makeRedis } from '@tavola/service-kit/data/redis.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { Queue } from 'bullmq';
import type { z } from 'zod';
import { DRAWING_VERSION } from '../drawing/draw-image.ts';
import type { sheetJob } from '../jobs.ts';
import { NO_VERSION_CHECK } from '../no-version-check.ts';

/** The queue of sheets. It is separate so that interactive requests need not wait behind two hundred codes. */
export const SHEET_QUEUE = 'qr-sheet';

/** A sheet of the restaurant `tenantId`, stored in the database. */
export interface WaitingSheet {
  sheetId: string;
  tenantId: string;
}

export interface SheetQueue {
  readonly jobs: Queue;
  /**
   * Has a worker make the sheet; repeated calls have no further effect.
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
      // Kept as long as the failed sheet itself, so that it is not tried a fourth time meanwhile.
      removeOnFail: { age: 24 * 60 * 60 },
    },
  });
  // The client logs lost connections.
  queue.on('error', () => {});
  return {
    jobs: queue,
    async make(sheet) {
      if (!isUp(redis)) throw new Error('the queue is away');
      await queue.add('make', { ...sheet, drawing: DRAWING_VERSION }, { jobId: sheet.sheetId });
    },
    async close() {
      await queue.close().catch(() => {});
      closeRedis(redis);
    },
  };
}
