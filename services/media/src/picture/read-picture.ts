import { createHash } from 'node:crypto';
import { UPLOAD_KINDS, UPLOAD_MIN_SIDE, type UploadKind } from '@tavola/contracts/pictures.ts';
import { PICTURE_FORMATS, type PictureFormat, pictureWidths } from '@tavola/contracts/rules/pictures.ts';
import { withoutPngTexts } from '@tavola/service-kit/pictures/png-texts.ts';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { UNREADABLE, UnreadablePicture } from './unreadable-picture.ts';

/** Raise it when the files of the same upload would come out differently. */
const PIPELINE_VERSION = 1;

/** Longest side of what is kept, in pixels. */
const MASTER_SIDE = 2048;

interface PictureFile {
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
 * Reads an upload. Decoders are native code that takes memory and time as the file has it: see `readInChild`.
 * @throws UnreadablePicture for what is no picture, is broken, too small, or too large to be read.
 */
export async function readPicture(upload: Uint8Array): Promise<ReadPicture> {
  const type = imageTypeOf(upload);
  if (type === null) throw new UnreadablePicture('Only JPEG, PNG, WebP and AVIF pictures can be read.');
  const file = type === 'image/png' ? withoutPngTexts(upload) : upload;
  requireDecodable(await sharp(file, INPUT).metadata().catch(unreadable));
  const { data, info } = await master(file).catch(unreadable);
  const { width, height, channels } = info;
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

/** How libvips reads an upload. Its pixels were counted in words before. */
const INPUT = { limitInputPixels: false, failOn: 'error', pages: 1, sequentialRead: true } as const;

/**
 * Checks what the header of an upload says, before anything is decoded.
 * @throws UnreadablePicture for too many pixels of its kind, and for what would be too small in the size that is kept.
 */
function requireDecodable(header: Metadata): void {
  const { width, height } = header;
  const { what, maxPixels } = UPLOAD_KINDS[kindOf(header)];
  if (width * height > maxPixels) {
    const most = maxPixels / 1_000_000;
    throw new UnreadablePicture(`${what} can have at most ${most} megapixels. Make it smaller and try again.`);
  }
  if (Math.min(width, height) < UPLOAD_MIN_SIDE) {
    throw new UnreadablePicture(`The picture must be at least ${UPLOAD_MIN_SIDE} pixels wide and high.`);
  }
  // A row of millions of pixels takes gigabytes.
  const scale = Math.min(1, MASTER_SIDE / Math.max(width, height));
  if (Math.round(Math.min(width, height) * scale) < UPLOAD_MIN_SIDE) {
    throw new UnreadablePicture('The picture is too long and narrow. Crop it and try again.');
  }
}

/** What decides how much memory decoding takes: whether pixels come row by row, and how many bytes each has. */
function kindOf({ format, isProgressive, delay, bitsPerSample = 8 }: Metadata): UploadKind {
  // Also a JPEG that is not progressive, but has its colors one after the other.
  if (format === 'jpeg') return isProgressive ? 'progressiveJpeg' : 'jpeg';
  if (format === 'png') return isProgressive ? 'interlacedPng' : 'png';
  // An animation of one frame has a delay, too, and is drawn on a canvas.
  if (format === 'webp') return delay ? 'animatedWebp' : 'webp';
  return bitsPerSample > 8 ? 'deepAvif' : 'avif';
}

const master = (file: Uint8Array) =>
  sharp(file, INPUT)
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
  throw new UnreadablePicture(UNREADABLE, { cause: error });
}
