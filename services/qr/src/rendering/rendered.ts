import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { CodeImage } from '../drawing/draw-image.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { RenderQueue } from './render-queue.ts';
import { renderingHash, renderingStore } from './rendering-store.ts';

/**
 * The file of an image of one of the tenant's codes: the stored one, or a new one drawn by a worker.
 * @throws Problem `unavailable` when no worker draws it before `deadline` (on the clock of `performance.now()`).
 */
export async function rendered(
  { db, queue }: { db: PrismaClient; queue: RenderQueue },
  tenantId: string,
  image: CodeImage,
  deadline: number,
): Promise<Uint8Array> {
  const store = renderingStore(db);
  const hash = renderingHash(image);
  const kept = await store.find(hash);
  if (kept) return kept;

  let reason: unknown;
  await queue.draw({ hash, tenantId, image }, Math.max(deadline - performance.now(), 1)).catch((error) => {
    reason = error;
  });
  // A job can finish and be removed before its completion event arrives; what counts is whether the image is there.
  const drawn = await store.find(hash);
  if (drawn) return drawn;
  throw new Problem('unavailable', 'The QR code could not be drawn right now. Please try again in a moment.', {
    cause: reason,
    retryAfter: 5,
  });
}
