import { isDeepStrictEqual } from 'node:util';
import { type QueueWorker, queueWorker } from '@tavola/service-kit/messaging/queues.ts';
import { type Job, UnrecoverableError } from 'bullmq';
import { DRAWING_VERSION, drawImage } from '../drawing/draw-image.ts';
import { Unreadable } from '../drawing/read-back.ts';
import { drawJob, requireDrawing, styleJob } from '../jobs.ts';
import { styleStore } from '../style/style-store.ts';
import { tryStyle } from '../style/try-style.ts';
import type { WorkerTools } from '../worker-tools.ts';
import { RENDER_QUEUE } from './render-queue.ts';
import { renderingStore } from './rendering-store.ts';

/** Draws images on request and tries styles. Closing waits for the current jobs. */
export function renderWorker({ db, redisUrl, logos, drawings, log }: WorkerTools): QueueWorker {
  const store = renderingStore(db);
  const work = async ({ name, data }: Job) => {
    if (name === 'style') return tryStyle(styleJob.parse(data), drawings);
    const job = drawJob.parse(data);
    requireDrawing(job, DRAWING_VERSION);
    const { hash, tenantId, image } = job;
    // A style that was replaced meanwhile is not drawn: qr asks again in the new one.
    if (!isDeepStrictEqual(image.look, await styleStore(db, tenantId).look())) return;
    const logo = await logos(tenantId, image.look);
    const file = await drawings.run({ restaurant: tenantId }, () => drawImage(image, logo)).catch(final);
    await store.keep(hash, image.text, new Uint8Array(file));
  };
  const running = queueWorker(RENDER_QUEUE, redisUrl, log, work, { concurrency: 4 });
  running.worker.on('failed', (job, error) => log.error({ err: error, job: job?.id }, 'code not drawn'));
  running.worker.on('completed', (job) => log.info({ job: job.id }, 'code drawn'));
  return running;
}

/** A code that no decoder reads now will not be read on a retry either. */
function final(error: unknown): never {
  throw error instanceof Unreadable ? new UnrecoverableError(error.message) : error;
}
