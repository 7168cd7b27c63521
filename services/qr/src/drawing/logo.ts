import { createHash } from 'node:crypto';
import { withoutPngTexts } from '@tavola/service-kit/pictures/png-texts.ts';
import sharp from 'sharp';

/** A logo as drawn into codes. */
export interface Logo {
  png: Uint8Array;
  width: number;
  height: number;
}

/** Maximum side of a stored logo, in pixels: its size in the largest image. */
const LOGO_PIXELS = 400;

/**
 * Maximum sides of an uploaded logo, in pixels: a small file can have huge ones. What is interlaced, or progressive, is decoded as a
 * whole. Either takes less than 100 MB.
 */
const READ_SIDE = 4096;
const READ_WHOLE_SIDE = 2048;

/** Why a file is no logo, in words for who sent it. */
export class UnreadableLogo extends Error {
  override name = 'UnreadableLogo';
}

/**
 * Converts an uploaded picture to a logo: read only as PNG or JPEG, turned upright, scaled down and re-encoded without
 * the file's other content.
 * @throws UnreadableLogo if it is not such a picture, or has too many pixels.
 */
export async function logoOf(picture: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  if (!isPng(picture) && !isJpeg(picture)) throw unreadable();
  const upload = sharp(isPng(picture) ? withoutPngTexts(picture) : picture, {
    limitInputPixels: READ_SIDE * READ_SIDE,
    failOn: 'error',
    sequentialRead: true,
  });
  const { width, height, isProgressive } = await upload.metadata().catch((error) => {
    throw /pixel limit/i.test(error.message) ? tooLarge(READ_SIDE) : unreadable(error);
  });
  const side = isProgressive ? READ_WHOLE_SIDE : READ_SIDE;
  if (Math.max(width, height) > side) throw tooLarge(side, isProgressive);
  const png = await upload
    .timeout({ seconds: 5 })
    .autoOrient()
    .resize(LOGO_PIXELS, LOGO_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ palette: true, effort: 7 })
    .toBuffer()
    .catch((error) => {
      throw unreadable(error);
    });
  return new Uint8Array(png);
}

const unreadable = (cause?: unknown) => new UnreadableLogo("The logo file couldn't be read.", { cause });

const tooLarge = (side: number, isProgressive = false) =>
  new UnreadableLogo(
    `${isProgressive ? 'A progressive or interlaced' : 'The'} logo can be at most ${side} pixels wide and high.`,
  );

// libvips reads many more formats; it picks the format by a file's first bytes.
const isPng = (file: Uint8Array) => Buffer.from(file.subarray(0, 8)).toString('latin1') === '\x89PNG\r\n\x1a\n';
const isJpeg = (file: Uint8Array) => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;

/** The key of a logo: the hash of its bytes. */
export const logoHash = (png: Uint8Array): string => createHash('sha256').update(png).digest('hex');

/** A stored logo with its dimensions. */
export async function measuredLogo(png: Uint8Array): Promise<Logo> {
  const { width, height } = await sharp(png).metadata();
  return { png, width, height };
}
