import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** A logo as it is drawn into codes. */
export interface Logo {
  png: Uint8Array;
  width: number;
  height: number;
}

/** Largest side of a kept logo, in pixels: what it has room for in the largest image. */
const LOGO_PIXELS = 400;

/** Most pixels of a picture that is given as a logo: a small file can say that it is huge. */
const LOGO_PIXELS_READ = 16_000_000;

/**
 * What becomes of a picture that is given as a logo: read as PNG or JPEG and nothing else, turned upright, made small and
 * written anew, without whatever else the file held.
 * @throws where it is not such a picture.
 */
export async function logoOf(picture: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  if (!isPng(picture) && !isJpeg(picture)) throw new Error('neither PNG nor JPEG');
  const png = await sharp(picture, { limitInputPixels: LOGO_PIXELS_READ, failOn: 'error' })
    .timeout({ seconds: 5 })
    .autoOrient()
    .resize(LOGO_PIXELS, LOGO_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ palette: true, effort: 7 })
    .toBuffer();
  return new Uint8Array(png);
}

// libvips reads many more formats than those; what a file begins with decides which of them it takes it for.
const isPng = (file: Uint8Array) => Buffer.from(file.subarray(0, 8)).toString('latin1') === '\x89PNG\r\n\x1a\n';
const isJpeg = (file: Uint8Array) => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;

/** The name of a logo: the hash of its bytes. */
export const logoHash = (png: Uint8Array): string => createHash('sha256').update(png).digest('hex');

/** A kept logo, measured. */
export async function measuredLogo(png: Uint8Array): Promise<Logo> {
  const { width, height } = await sharp(png).metadata();
  return { png, width, height };
}
