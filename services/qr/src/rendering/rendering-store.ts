import { createHash } from 'node:crypto';
import type { PrismaClient } from '../generated/client.ts';
import { CODE_PIXELS, DRAWING_VERSION } from './draw-code.ts';

/** The name of the image that shows `text`: a hash of all that shows in it. */
export const renderingHash = (text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, CODE_PIXELS, text]))
    .digest('hex');

/** Rendered images, kept under their hash. */
export function renderingStore(db: PrismaClient) {
  return {
    async find(hash: string): Promise<Uint8Array | null> {
      const row = await db.rendering.findUnique({ where: { hash } });
      return row?.png ?? null;
    },
    async keep(hash: string, png: Uint8Array<ArrayBuffer>): Promise<void> {
      await db.rendering.upsert({ where: { hash }, create: { hash, png }, update: {} });
    },
  };
}
