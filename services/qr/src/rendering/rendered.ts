import { Problem, tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import { afterRequest } from '@tavola/service-kit/observability/request-context.ts';
import { type FairQueue, fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';
import type { CodeImage } from '../drawing/draw-image.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { RenderQueue } from './render-queue.ts';
import { renderingHash, renderingStore } from './rendering-store.ts';

/** How many images and style trials of a restaurant, and of a person, may wait in a process while one of them is drawn. */
export const DRAWINGS_WAITING = 8;

/** Who has too many of them should try again after this time, in milliseconds. */
const RETRY_AFTER_MS = 5_000;

/** For whom something is drawn. */
export interface DrawnFor {
  restaurant: string;
  person: string;
}

/** The images and style trials that this process has sent to the workers, or has yet to send. */
export interface OpenDrawings {
  /**
   * Runs the drawings of a restaurant, and of a person with many, one after the other. So the queue holds one job of each, and since it is
   * first come, first served, the next one is of who has waited longest.
   */
  turns: FairQueue<keyof DrawnFor>;
  /** Images by hash: identical requests share one drawing. */
  images: Map<string, Promise<Uint8Array>>;
}

const SHARE = { atOnce: 1, waiting: DRAWINGS_WAITING };

/** No drawings yet. */
export const openDrawings = (): OpenDrawings => ({
  turns: fairQueue({
    per: { restaurant: SHARE, person: SHARE },
    refuse: () => tooManyRequests('Too many of your codes are being created.', RETRY_AFTER_MS),
  }),
  images: new Map(),
});

/** What drawing needs. */
export interface Drawing {
  db: PrismaClient;
  queue: RenderQueue;
  drawings: OpenDrawings;
}

/**
 * The file of an image of one of the tenant's codes: the stored one, or a new one drawn by a worker. `describe` says how the image
 * looks now; it is asked again after waiting, so no style is drawn that was replaced meanwhile.
 * @throws Problem `unavailable` when no worker draws it before `deadline` (on the clock of `performance.now()`);
 * `too-many-requests` while too many drawings of the tenant or the person are waiting.
 */
export async function rendered(
  { db, queue, drawings: { turns, images } }: Drawing,
  by: DrawnFor,
  describe: () => Promise<CodeImage>,
  deadline: number,
): Promise<Uint8Array> {
  const store = renderingStore(db);
  const now = async () => {
    const image = await describe();
    const hash = renderingHash(image);
    return { image, hash, kept: await store.find(hash) };
  };
  const { hash, kept } = await now();
  if (kept) return kept;
  let image = images.get(hash);
  if (!image) {
    // Other requests may still wait for it once this one's client has disconnected.
    image = afterRequest(() => turns.run({ ...by }, draw)).finally(() => images.delete(hash));
    images.set(hash, image);
  }
  return image;

  async function draw(): Promise<Uint8Array> {
    let reason: unknown;
    for (;;) {
      const { image, hash, kept } = await now();
      // A job can finish and be removed before its completion event arrives; what counts is whether the image is there.
      if (kept) return kept;
      const leftMs = deadline - performance.now();
      if (reason || leftMs <= 0) throw notDrawn(reason);
      await queue.draw({ hash, tenantId: by.restaurant, image }, leftMs).catch((error) => {
        reason = error;
      });
    }
  }
}

const notDrawn = (cause: unknown) =>
  new Problem('unavailable', "The QR code couldn't be created right now. Please try again in a moment.", {
    cause,
    retryAfter: 5,
  });
