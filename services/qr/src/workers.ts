import { watchWorkers } from '@tavola/service-kit/messaging/queue-metrics.ts';
import type { QueueWorker } from '@tavola/service-kit/messaging/queues.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Metrics } from '@tavola/service-kit/observability/metrics.ts';
import { startSweeping } from '@tavola/service-kit/runtime/sweeping.ts';
import sharp from 'sharp';
import { drawingTurns } from './drawing-turns.ts';
import type { PrismaClient } from './generated/client.ts';
import { forgetOldFiles } from './old-files.ts';
import { logosIn } from './rendering/logos.ts';
import { renderWorker } from './rendering/render-worker.ts';
import { sheetWorker } from './sheet/sheet-worker.ts';

export type Workers = Pick<QueueWorker, 'isUp' | 'close'>;

/** Starts everything that a worker process runs. */
export function startWorkers(db: PrismaClient, redisUrl: string, log: Logger, metrics: Metrics): Workers {
  // No picture is drawn twice, and several small ones in parallel need no threads of their own.
  sharp.cache(false);
  sharp.concurrency(1);
  const logos = logosIn(db);
  const tools = { db, redisUrl, logos, inTurn: drawingTurns(), log };
  const workers = [renderWorker(tools), sheetWorker(tools)];
  watchWorkers(
    metrics,
    workers.map(({ worker }) => worker),
  );
  const stopSweeping = startSweeping(() => forgetOldFiles(db), 'old files are still there', log);
  return {
    isUp: () => workers.every((worker) => worker.isUp()),
    async close() {
      stopSweeping();
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
