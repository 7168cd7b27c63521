import type { QueueWorker } from '@tavola/service-kit/messaging/queues.ts';
import { tenantWorker } from '@tavola/service-kit/messaging/tenant-jobs.ts';
import { UnrecoverableError } from 'bullmq';
import { Unreadable } from '../drawing/read-back.ts';
import { requireDrawing, SHEET_DRAWING_VERSION, sheetJob } from '../jobs.ts';
import type { WorkerTools } from '../worker-tools.ts';
import { makeSheet } from './make-sheet.ts';
import { SHEET_QUEUE, type SheetJob, sheetJobOf } from './sheet-queue.ts';
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
export function sheetWorker({ db, redisUrl, logos, drawings, log }: WorkerTools): QueueWorker {
  return tenantWorker<SheetJob>(SHEET_QUEUE, redisUrl, log, {
    concurrency: RESTAURANTS_AT_ONCE,
    lockMs: LOCK_MS,
    failure: 'sheet not made',
    async work(data) {
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
        (work) => drawings.run({ restaurant: tenantId }, work),
        async (done) => {
          if (performance.now() - saidAt < PROGRESS_MS) return;
          saidAt = performance.now();
          await store.progressed(sheetId, done);
        },
      ).catch(final);
      await store.finish(sheetId, file, content.codes.length);
      log.info({ job: sheetId }, 'sheet made');
    },
    async next(tenantId) {
      const sheetId = await sheetStore(db, tenantId).next();
      return sheetId ? sheetJobOf(sheetId, tenantId) : null;
    },
    fail: ({ sheetId, tenantId }, { message }) =>
      sheetStore(db, tenantId).fail(sheetId, message === UNREADABLE ? UNREADABLE : FAILED),
  });
}

/** A code that no decoder reads now will not be read on a retry either. */
function final(error: unknown): never {
  throw error instanceof Unreadable ? new UnrecoverableError(UNREADABLE) : error;
}
