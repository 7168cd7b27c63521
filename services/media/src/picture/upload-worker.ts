import { pictureFile } from '@tavola/contracts/rules/pictures.ts';
import { closeRedis, isUp, makeBlockingRedis } from '@tavola/service-kit/data/redis.ts';
import { closeWorker, type QueueWorker } from '@tavola/service-kit/messaging/queues.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { type Job, Worker } from 'bullmq';
import type { PrismaClient } from '../generated/client.ts';
import { pictureKey, type Storage, uploadKey } from '../storage/storage.ts';
import { readPicture, UnreadablePicture } from './read-picture.ts';
import { UPLOAD_QUEUE, uploadJob, uploadQueue } from './upload-queue.ts';
import { uploadStore } from './upload-store.ts';

/** How long a worker may be silent before its upload goes to another one, in milliseconds. */
const LOCK_MS = 15_000;

const FAILED = "The picture couldn't be prepared. Please try again.";

/** Reads uploads, one at a time. Closing waits for the current one. */
export function uploadWorker(db: PrismaClient, storage: Storage, redisUrl: string, log: Logger): QueueWorker {
  const redis = makeBlockingRedis(redisUrl, 'media-worker', log);
  const queue = uploadQueue(redisUrl, log);
  const following = new Set<Promise<void>>();
  const worker = new Worker(
    UPLOAD_QUEUE,
    async ({ data }: Job) => {
      const { tenantId } = uploadJob.parse(data);
      const store = uploadStore(db, tenantId);
      const id = await store.next();
      if (!id) return;
      await read(tenantId, id);
      await storage.remove(uploadKey(id));
    },
    {
      connection: redis as never,
      concurrency: 1,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS / 2,
      // A file that kills one worker after another is given up; one restart of all workers must not refuse it.
      maxStalledCount: 2,
    },
  );

  async function read(tenantId: string, id: string): Promise<void> {
    const store = uploadStore(db, tenantId);
    const file = await storage.get(uploadKey(id));
    // It was read by a worker that ended before it could say so, or its restaurant is gone.
    if (!file) return store.refuse(id, FAILED);
    try {
      const picture = await readPicture(file);
      await store.keep(id, picture, async () => {
        const put = ({ width, format, bytes }: (typeof picture.files)[number]) =>
          storage.put(pictureKey(pictureFile({ ...picture, tenantId }, width, format)), bytes);
        await Promise.all(picture.files.map(put));
      });
    } catch (error) {
      if (!(error instanceof UnreadablePicture)) throw error;
      log.info({ job: id, reason: (error.cause as Error | undefined)?.message ?? error.message }, 'upload refused');
      await store.refuse(id, error.message);
    }
  }

  // The client logs lost connections.
  worker.on('error', () => {});
  worker.on('completed', ({ data }) => follow(data.tenantId));
  worker.on('failed', (job, error) => {
    log.error({ err: error, job: job?.data.tenantId, attempts: job?.attemptsMade }, 'upload not read');
    // Only a job that is not retried has failed for good.
    if (!job?.finishedOn) return;
    const { tenantId } = job.data;
    const store = uploadStore(db, tenantId);
    store
      .next()
      .then((id) => (id ? store.refuse(id, FAILED) : undefined))
      .then(() => follow(tenantId))
      .catch((failure: Error) => log.error({ err: failure, job: tenantId }, 'upload not refused'));
  });

  /** Puts the restaurant's next upload at the queue's end. If that fails, whoever looks at the upload does it. */
  function follow(tenantId: string): void {
    const adding = uploadStore(db, tenantId)
      .next()
      .then((id) => (id ? queue.read(tenantId) : undefined))
      .catch((error: Error) => log.warn({ reason: error.message }, 'next upload not queued'))
      .then(() => void following.delete(adding));
    following.add(adding);
  }

  return {
    worker,
    isUp: () => isUp(redis),
    async close() {
      await closeWorker(worker, isUp(redis));
      await Promise.all(following);
      await queue.close();
      closeRedis(redis);
    },
  };
}
