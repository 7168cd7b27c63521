import { pictureFile } from '@tavola/contracts/rules/pictures.ts';
import type { QueueWorker } from '@tavola/service-kit/messaging/queues.ts';
import { tenantWorker } from '@tavola/service-kit/messaging/tenant-jobs.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { PrismaClient } from '../generated/client.ts';
import { pictureKey, type Storage, uploadKey } from '../storage/storage.ts';
import { readPicture, UnreadablePicture } from './read-picture.ts';
import { UPLOAD_QUEUE, type UploadJob, uploadJob } from './upload-queue.ts';
import { uploadStore } from './upload-store.ts';

/** How long a worker may be silent before its upload goes to another one, in milliseconds. */
const LOCK_MS = 15_000;

const FAILED = "The picture couldn't be prepared. Please try again.";

/** Reads uploads, one at a time. Closing waits for the current one. */
export function uploadWorker(db: PrismaClient, storage: Storage, redisUrl: string, log: Logger): QueueWorker {
  return tenantWorker<UploadJob>(UPLOAD_QUEUE, redisUrl, log, {
    concurrency: 1,
    lockMs: LOCK_MS,
    failure: 'upload not read',
    async work(data) {
      const { tenantId } = uploadJob.parse(data);
      const id = await uploadStore(db, tenantId).next();
      if (!id) return;
      await read(tenantId, id);
      // If that fails, a sweep deletes it: another attempt of this job would read the next upload.
      await storage
        .remove(uploadKey(id))
        .catch((error: Error) => log.warn({ job: id, reason: error.message }, 'upload not deleted yet'));
    },
    async next(tenantId) {
      const id = await uploadStore(db, tenantId).next();
      return id ? { tenantId } : null;
    },
    async fail({ tenantId }) {
      const store = uploadStore(db, tenantId);
      const id = await store.next();
      if (id) await store.refuse(id, FAILED);
    },
  });

  async function read(tenantId: string, id: string): Promise<void> {
    const store = uploadStore(db, tenantId);
    const file = await storage.get(uploadKey(id));
    // It was read by a worker that ended before it could say so, or its restaurant is gone.
    if (!file) return store.refuse(id, FAILED);
    try {
      const picture = await readPicture(file);
      await store.recognized(id, picture.hash);
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
}
