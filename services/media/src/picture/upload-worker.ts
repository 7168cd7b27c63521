import { setTimeout as sleep } from 'node:timers/promises';
import { pictureFile } from '@tavola/contracts/rules/pictures.ts';
import type { QueueWorker } from '@tavola/service-kit/messaging/queues.ts';
import { tenantWorker } from '@tavola/service-kit/messaging/tenant-jobs.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { PrismaClient } from '../generated/client.ts';
import { uploadJob } from '../jobs.ts';
import { pictureKey, type Storage, uploadKey } from '../storage/storage.ts';
import { readInChild } from './read-in-child.ts';
import { UNREADABLE, UnreadablePicture } from './unreadable-picture.ts';
import { UPLOAD_QUEUE, type UploadJob } from './upload-queue.ts';
import { uploadStore } from './upload-store.ts';

/** How long a worker may be silent before its upload goes to another one, in milliseconds. */
const LOCK_MS = 15_000;

/** How long a worker that stops lets its upload be read on, in milliseconds. */
const STOP_MS = 10_000;

const FAILED = "The picture couldn't be prepared. Please try again.";

/** An upload could not be read, for no fault of its own. */
class UploadNotRead extends Error {
  override name = 'UploadNotRead';
  readonly id: string;

  constructor(id: string, cause: unknown) {
    super('upload not read', { cause });
    this.id = id;
  }
}

/** Reads uploads, one at a time. Closing waits 10 s for the current one, which another worker reads then. */
export function uploadWorker(db: PrismaClient, storage: Storage, redisUrl: string, log: Logger): QueueWorker {
  const stopping = new AbortController();
  let current: Promise<unknown> = Promise.resolve();

  const running = tenantWorker<UploadJob>(UPLOAD_QUEUE, redisUrl, log, {
    concurrency: 1,
    lockMs: LOCK_MS,
    failure: 'upload not read',
    async work(data) {
      const { tenantId } = uploadJob.parse(data);
      const store = uploadStore(db, tenantId);
      const upload = await store.next();
      if (!upload) return;
      const { id, isAbandoned } = upload;
      const reading = isAbandoned ? refuseAbandoned(tenantId, id) : read(tenantId, id);
      current = reading.catch(() => {});
      const isDone = await reading.catch((cause) => {
        throw new UploadNotRead(id, cause);
      });
      if (!isDone) return;
      // If that fails, a sweep deletes it: another attempt of this job would read the next upload.
      await storage
        .remove(uploadKey(id))
        .catch((error: Error) => log.warn({ job: id, reason: error.message }, 'upload not deleted yet'));
    },
    async next(tenantId) {
      const upload = await uploadStore(db, tenantId).next();
      return upload && { tenantId };
    },
    async fail({ tenantId }, error) {
      if (error instanceof UploadNotRead) await uploadStore(db, tenantId).refuse(error.id, FAILED);
    },
  });

  return {
    ...running,
    async close() {
      const waited = setTimeout(() => stopping.abort(), STOP_MS);
      await running.close();
      clearTimeout(waited);
      // It is still there if the queue is down.
      stopping.abort();
      await current;
    },
  };

  async function refuseAbandoned(tenantId: string, id: string): Promise<boolean> {
    log.error({ job: id }, 'upload refused: a worker died of it');
    await uploadStore(db, tenantId).refuse(id, UNREADABLE);
    return true;
  }

  /** Whether it is read, or refused; another worker may have it. */
  async function read(tenantId: string, id: string): Promise<boolean> {
    const store = uploadStore(db, tenantId);
    const file = await storage.get(uploadKey(id));
    if (!file) {
      // It was read by a worker that ended before it could say so, or its restaurant is gone.
      await store.refuse(id, FAILED);
      return true;
    }
    if (!(await store.beginDecoding(id))) return false;
    try {
      const { picture, peakBytes } = await readInChild(file, { signal: stopping.signal });
      log.info({ job: id, peakMb: Math.round(peakBytes / 2 ** 20) }, 'upload read');
      await store.endDecoding(id, picture.hash);
      await store.keep(id, picture, async () => {
        const put = ({ width, format, bytes }: (typeof picture.files)[number]) =>
          storage.put(pictureKey(pictureFile({ ...picture, tenantId }, width, format)), bytes);
        await Promise.all(picture.files.map(put));
      });
    } catch (error) {
      if (!(error instanceof UnreadablePicture)) {
        await clearMark(() => store.endDecoding(id));
        throw error;
      }
      log.info({ job: id, reason: (error.cause as Error | undefined)?.message ?? error.message }, 'upload refused');
      await store.refuse(id, error.message);
    }
    return true;
  }
}

/** How often the mark of an upload that is decoded is cleared if the database fails, and how long after it failed, in milliseconds. */
const CLEARINGS = 10;
const CLEAR_AGAIN_MS = 1_000;

/** Clears the mark of a decoding that this process has survived: if it stayed, the upload would be refused as one that kills workers. */
async function clearMark(clear: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await clear();
      return;
    } catch (error) {
      if (tries === CLEARINGS) throw error;
      await sleep(CLEAR_AGAIN_MS);
    }
  }
}
