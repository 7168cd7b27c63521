import { closeRedis, isUp, makeBlockingRedis } from '@tavola/service-kit/data/redis.ts';
import { closeWorker, type QueueWorker } from '@tavola/service-kit/messaging/queues.ts';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { Unreadable } from '../drawing/read-back.ts';
import { requireDrawing, SHEET_DRAWING_VERSION, sheetJob } from '../jobs.ts';
import type { WorkerTools } from '../worker-tools.ts';
import { makeSheet } from './make-sheet.ts';
import { SHEET_QUEUE, sheetQueue } from './sheet-queue.ts';
import { sheetStore } from './sheet-store.ts';

/** How often a sheet's progress is saved, in milliseconds. */
const PROGRESS_MS = 300;

/** How long a worker may be silent before its sheet goes to another worker, in milliseconds. */
const LOCK_MS = 8_000;

const UNREADABLE = "Phones can't read the codes in this style. Please change the style and try again.";
const FAILED = "The codes couldn't be created. Please try again.";

/** How many restaurants' sheets a worker makes in parallel, so that a small one need not wait for two hundred codes. */
const RESTAURANTS_AT_ONCE = 4;

/** Makes sheets, one of each restaurant at a time. Closing waits for the current ones. */
export function sheetWorker({ db, redisUrl, logos, inTurn, log }: WorkerTools): QueueWorker {
  const redis = makeBlockingRedis(redisUrl, 'qr-sheet-worker', log);
  const sheets = sheetQueue(redisUrl, log);
  const following = new Set<Promise<void>>();
  const worker = new Worker(
    SHEET_QUEUE,
    async ({ data }: Job) => {
      const job = sheetJob.parse(data);
      requireDrawing(job, SHEET_DRAWING_VERSION);
      const { sheetId, tenantId } = job;
      const store = sheetStore(db, tenantId);
      // A job may be delivered twice: if its worker dies after the last line, or loses Redis there.
      const content = await store.begin(sheetId);
      if (!content) return;
      let saidAt = 0;
      const file = await makeSheet(
        content,
        await logos(tenantId, content.look),
        (work) => inTurn(tenantId, work),
        async (done) => {
          if (performance.now() - saidAt < PROGRESS_MS) return;
          saidAt = performance.now();
          await store.progressed(sheetId, done);
        },
      ).catch(final);
      await store.finish(sheetId, file, content.codes.length);
    },
    {
      connection: redis as never,
      concurrency: RESTAURANTS_AT_ONCE,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS / 2,
      // A sheet that kills one worker after another is given up; one restart of all workers must not fail it.
      maxStalledCount: 2,
    },
  );
  // The client logs lost connections.
  worker.on('error', () => {});
  worker.on('completed', ({ data }) => {
    log.info({ job: data.sheetId }, 'sheet made');
    follow(data.tenantId);
  });
  worker.on('failed', (job, error) => {
    log.error({ err: error, job: job?.data.sheetId, attempts: job?.attemptsMade }, 'sheet failed');
    // Only a job that is not retried has failed for good.
    if (!job?.finishedOn) return;
    const { sheetId, tenantId } = job.data;
    sheetStore(db, tenantId)
      .fail(sheetId, error.message === UNREADABLE ? UNREADABLE : FAILED)
      .then(() => follow(tenantId))
      .catch((failure: Error) => log.error({ err: failure, job: sheetId }, 'sheet failure not recorded'));
  });

  /** Puts the restaurant's next sheet at the queue's end. If that fails, whoever looks at the sheet does it. */
  function follow(tenantId: string): void {
    const adding = sheetStore(db, tenantId)
      .next()
      .then((sheetId) => (sheetId ? sheets.make({ sheetId, tenantId }) : undefined))
      .catch((error: Error) => log.warn({ reason: error.message }, 'next sheet not queued'))
      .then(() => void following.delete(adding));
    following.add(adding);
  }

  return {
    worker,
    isUp: () => isUp(redis),
    async close() {
      await closeWorker(worker, isUp(redis));
      await Promise.all(following);
      await sheets.close();
      closeRedis(redis);
    },
  };
}

/** A code that no decoder reads now will not be read on a retry either. */
function final(error: unknown): never {
  throw error instanceof Unreadable ? new UnrecoverableError(UNREADABLE) : error;
}
