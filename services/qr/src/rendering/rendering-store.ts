import { createHash } from 'node:crypto';
import { type CodeImage, DRAWING_VERSION } from '../drawing/draw-image.ts';
import type { PrismaClient } from '../generated/client.ts';

/** How long an image is kept, in milliseconds; after that it is drawn again on request. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** An image's key: a hash of everything that shows in it. */
export function renderingHash({ text, look, format, size }: CodeImage): string {
  const { foreground, background, caption, logoHash } = look;
  const shown = [DRAWING_VERSION, text, foreground, background, caption, logoHash, format, format === 'png' && size];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex');
}

/** Rendered images, stored by hash. */
export function renderingStore(db: PrismaClient) {
  return {
    async find(hash: string): Promise<Uint8Array | null> {
      const row = await db.rendering.findUnique({ where: { hash } });
      return row?.bytes ?? null;
    },
    /** Stores the image of the code whose link is `text`, with the menu's version or without. */
    async keep(hash: string, text: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      const codeId = text.slice(text.lastIndexOf('/') + 1).replace(/\?.*/, '');
      await db.rendering.upsert({ where: { hash }, create: { hash, codeId, bytes }, update: { codeId } });
    },
    async forgetOld(): Promise<void> {
      await db.rendering.deleteMany({ where: { createdAt: { lt: new Date(Date.now() - KEPT_MS) } } });
    },
  };
}
