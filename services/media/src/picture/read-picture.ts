import { createHash } from 'node:crypto';
import { UPLOAD_MAX_PIXELS, UPLOAD_MIN_SIDE } from '@tavola/contracts/pictures.ts';
import { PICTURE_FORMATS, type PictureFormat, pictureWidths } from '@tavola/contracts/rules/pictures.ts';
import sharp, { type Sharp } from 'sharp';

/** Raise it when the files of the same upload would come out differently. */
const PIPELINE_VERSION = 1;

/** Longest side of what is kept, in pixels. */
const MASTER_SIDE = 2048;

/** How long libvips may read an upload, in seconds. */
const READ_WITHIN_S = 10;

/** Why an upload is no picture, in words for who sent it. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

export interface PictureFile {
  width: number;
  format: PictureFormat;
  bytes: Uint8Array;
}

/** An upload as it is kept: upright, in sRGB, in all its sizes, and without anything else that was in the file. */
export interface ReadPicture {
  hash: string;
  width: number;
  height: number;
  color: string;
  files: PictureFile[];
}

/** The format of an image file by its first bytes; null where it is none that is read. SVG, GIF, TIFF and HEIC are not. */
function imageTypeOf(file: Uint8Array): string | null {
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, 32)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp';
  if (start.startsWith('ftypavif', 4) || start.startsWith('ftypavis', 4)) return 'image/avif';
  return null;
}

/**
 * Reads an upload.
 * @throws UnreadablePicture for what is no picture, is broken, too small, or too large to be read.
 */
export async function readPicture(file: Uint8Array): Promise<ReadPicture> {
  if (imageTypeOf(file) === null) throw new UnreadablePicture('Only JPEG, PNG, WebP and AVIF pictures can be read.');
  const { data, info } = await master(file).catch(unreadable);
  const { width, height, channels } = info;
  if (Math.min(width, height) < UPLOAD_MIN_SIDE) {
    throw new UnreadablePicture(
      Math.max(width, height) < MASTER_SIDE
        ? `The picture must be at least ${UPLOAD_MIN_SIDE} pixels wide and high.`
        : 'The picture is too long and narrow. Crop it and try again.',
    );
  }
  const raw = { width, height, channels };
  const color = await meanColor(sharp(data, { raw }));
  const files: PictureFile[] = [];
  // One after the other: the next upload's turn is another process's, and memory stays small.
  for (const format of PICTURE_FORMATS) {
    for (const at of pictureWidths(width, format)) {
      const resized = sharp(data, { raw }).resize(at, undefined, { withoutEnlargement: true });
      files.push({ width: at, format, bytes: new Uint8Array(await encoded(resized, format)) });
    }
  }
  const hash = createHash('sha256').update(`${PIPELINE_VERSION} ${width} ${height} ${channels} `).update(data);
  return { hash: hash.digest('hex').slice(0, 24), width, height, color, files };
}

const master = (file: Uint8Array) =>
  sharp(file, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: 'error', pages: 1 })
    .timeout({ seconds: READ_WITHIN_S })
    .autoOrient()
    .resize(MASTER_SIDE, MASTER_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });

/** The mean of all pixels, on white. */
async function meanColor(image: Sharp): Promise<string> {
  const pixel = await image
    .flatten({ background: '#fff' })
    .removeAlpha()
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  const [red = 0, green = red, blue = red] = pixel;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function encoded(image: Sharp, format: PictureFormat): Promise<Buffer> {
  if (format === 'avif') return image.avif({ quality: 50, effort: 2 }).toBuffer();
  if (format === 'webp') return image.webp({ quality: 75, effort: 4 }).toBuffer();
  return image.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer();
}

/** libvips' errors are about the file: all else was checked before. */
function unreadable(error: Error): never {
  const isHuge = /pixel limit/i.test(error.message);
  const said = isHuge
    ? `The picture can have at most ${UPLOAD_MAX_PIXELS / 1_000_000} megapixels.`
    : "This picture couldn't be read. It may be damaged. Save it as a JPEG and try again.";
  throw new UnreadablePicture(said, { cause: error });
}
