import { createRequire } from 'node:module';
import sharp, { type Region } from 'sharp';

// jsqr is CommonJS whose types and runtime disagree about its default export.
const decode = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;

/** The text of the code in an image, or in a region of it; null if none is found. */
export async function readCode(image: Buffer, region?: Region): Promise<string | null> {
  const picture = region ? sharp(image).extract(region) : sharp(image);
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}
