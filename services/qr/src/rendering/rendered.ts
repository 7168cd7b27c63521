import { Problem } from '@tavola/service-kit/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { RenderQueue } from './render-queue.ts';
import { renderingHash, renderingStore } from './rendering-store.ts';

/**
 * The PNG of the code that says `text`: the kept one, or a new one drawn by a worker.
 * @throws Problem `unavailable` when no worker draws it before `deadline` (as `performance.now()` tells the time).
 */
export async function rendered(
  db: PrismaClient,
  queue: RenderQueue,
  text: string,
  deadline: number,
): Promise<Uint8Array> {
  const store = renderingStore(db);
  const hash = renderingHash(text);
  const kept = await store.find(hash);
  if (kept) return kept;

  let reason: unknown;
  const waitMs = Math.max(deadline - performance.now(), 1);
  await within(waitMs, queue.render({ hash, text }, waitMs)).catch((error) => {
    reason = error;
  });
  // A job can be done and gone before its end was heard of; what counts is whether the image is there.
  const drawn = await store.find(hash);
  if (drawn) return drawn;
  throw new Problem('unavailable', 'The QR code could not be drawn right now. Please try again in a moment.', {
    cause: reason,
    retryAfter: 5,
  });
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${Math.round(ms)} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
