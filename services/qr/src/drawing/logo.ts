import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** A logo as drawn into codes. */
export interface Logo {
  png: Uint8Array;
  width: number;
  height: number;
}

/** Maximum side of a stored logo, in pixels: its size in the largest image. */
const LOGO_PIXELS = 400;

/** Maximum pixels of an uploaded logo: a small file can claim huge dimensions. */
const LOGO_PIXELS_READ = 16_000_000;

/**
 * Converts an uploaded picture to a logo: read only as PNG or JPEG, turned upright, scaled down and re-encoded without
 * the file's other content.
 * @throws if it is not such a picture.
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
