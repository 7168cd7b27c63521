import { createRequire } from 'node:module';
import sharp from 'sharp';

// jsqr is CommonJS whose types and runtime disagree about what its default export is.
const decode = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;

/** What the QR code in an image says, read by a decoder that knows nothing of how it was made; null where none is found. */
export async function readCode(image: Buffer): Promise<string | null> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}
