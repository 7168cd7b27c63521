import { closeRedis, isUp, makeRedis } from '@tavola/service-kit/data/redis.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { Queue } from 'bullmq';
import { NO_VERSION_CHECK } from '../no-version-check.ts';

/** The queue of sheets: apart from what an owner waits for, which is not to stand behind two hundred codes. */
export const SHEET_QUEUE = 'qr-sheet';

/** A sheet to make; what shows in it is in the database. */
export interface SheetJob {
  sheetId: string;
  tenantId: string;
}

export interface SheetQueue {
  readonly jobs: Queue;
  /**
   * Has a worker make the sheet, once however often this is said.
   * @throws when the queue's Redis is away.
   */
  make(job: SheetJob): Promise<void>;
  close(): Promise<void>;
}

/** The queue on the Redis at `redisUrl`. */
export function sheetQueue(redisUrl: string, log: Logger): SheetQueue {
  const redis = makeRedis(redisUrl, 'qr-sheet-queue', log);
  const queue = new Queue<SheetJob>(SHEET_QUEUE, {
    connection: redis as never,
    ...NO_VERSION_CHECK,
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: true,
      // Kept until the sheet that says so itself is gone: it is not to be tried a fourth time meanwhile.
      removeOnFail: { age: 24 * 60 * 60 },
    },
  });
  // The client says when it loses Redis.
  queue.on('error', () => {});
  return {
    jobs: queue,
    async make(job) {
      if (!isUp(redis)) throw new Error('the queue is away');
      await queue.add('make', job, { jobId: job.sheetId });
    },
    async close() {
      await queue.close().catch(() => {});
      closeRedis(redis);
    },
  };
}
