import { busy, type FairQueue, fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';

/** The drawing of single pictures, in which restaurants take turns. */
export type DrawingQueue = FairQueue<'restaurant'>;

/**
 * Draws one picture after the other, because drawing occupies the thread and pictures drawn side by side would all be late. The next
 * one is of the restaurant that has drawn for the shortest time: a picture of one restaurant does not wait for the rest of another's
 * sheet.
 */
export const drawingQueue = (): DrawingQueue =>
  fairQueue({ atOnce: 1, per: { restaurant: {} }, order: 'least-time', refuse: busy('Too much is being drawn.') });
