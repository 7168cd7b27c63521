import { watchWorkers } from '@tavola/service-kit/messaging/queue-metrics.ts';
import type { QueueWorker } from '@tavola/service-kit/messaging/queues.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Metrics } from '@tavola/service-kit/observability/metrics.ts';
import sharp from 'sharp';
import type { PrismaClient } from './generated/client.ts';
import { uploadWorker } from './picture/upload-worker.ts';
import { storageAt } from './storage/storage-at.ts';

/** Starts what a worker process runs. */
export function startWorker(
  db: PrismaClient,
  { REDIS_QUEUE_URL, STORAGE_URL }: { REDIS_QUEUE_URL: string; STORAGE_URL: string },
  log: Logger,
  metrics: Metrics,
): QueueWorker {
  // No picture is read twice. One thread keeps a processor free for menus, and memory in bounds.
  sharp.cache(false);
  sharp.concurrency(1);
  const worker = uploadWorker(db, storageAt(STORAGE_URL), REDIS_QUEUE_URL, log);
  watchWorkers(metrics, [worker.worker]);
  return worker;
}
