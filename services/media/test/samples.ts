import { crc32, deflateSync } from 'node:zlib';
import type { UploadKind } from '@tavola/contracts/pictures.ts';
import sharp, { type Sharp } from 'sharp';

/** The bytes of a picture. */
export const bytesOf = async (image: Sharp): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await image.toBuffer());

/** A picture with a red left and a blue right half. */
export function halves(width = 400, height = 300): Sharp {
  const half = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#2030c0' } };
  return sharp({ create: { width, height, channels: 3, background: '#c83020' } }).composite([
    { input: half, left: Math.ceil(width / 2), top: 0 },
  ]);
}

/** A picture of many colors, so that no coder finds few; its first columns, `border` of them, show nothing. */
export function colorful(width: number, height: number, channels: 3 | 4, border = 0): Sharp {
  const side = 16;
  const data = Buffer.from(Array.from({ length: side * side * channels }, (_, at) => (at * at * 7) % 256));
  const picture = sharp(data, { raw: { width: side, height: side, channels } });
  return picture.resize(width - border, height, { fit: 'fill' }).extend({ left: border, background: '#0000' });
}

/** The frames, which are PNGs, as an animation. */
export const animated = (frames: Uint8Array[]): Sharp => sharp(frames, { join: { animated: true } });

/** The sample as a JPEG; another `height` is another picture. */
export const jpeg = (height = 300): Promise<Uint8Array<ArrayBuffer>> => bytesOf(halves(400, height).jpeg());

/** A part of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG that claims to have `width` × `height` pixels, in a few bytes. */
export function claimingPng(width: number, height: number, isInterlaced = false): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, isInterlaced ? 1 : 0], 8);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return new Uint8Array(
    Buffer.concat([start, chunk('IHDR', size), chunk('IDAT', Buffer.alloc(32)), chunk('IEND', Buffer.alloc(0))]),
  );
}

/** A small picture with texts that take seven gigabytes once unpacked, in seven megabytes. */
export async function pngOfTexts(): Promise<Uint8Array<ArrayBuffer>> {
  const png = Buffer.from(await bytesOf(halves().png()));
  const endOfHeader = 33;
  const packed = deflateSync(Buffer.alloc(7_900_000, 'a'));
  const texts = Array.from({ length: 900 }, (_, at) =>
    chunk('zTXt', Buffer.concat([Buffer.from(`text ${at}\0\0`), packed])),
  );
  return new Uint8Array(Buffer.concat([png.subarray(0, endOfHeader), ...texts, png.subarray(endOfHeader)]));
}

/**
 * A JPEG of `width` × `height` gray pixels that has its four colors one after the other, as progressive ones do: a decoder keeps all
 * of it. Each block is two bits, "no change" twice.
 */
export function jpegInScans(width: number, height: number): Uint8Array<ArrayBuffer> {
  const colors = [1, 2, 3, 4];
  const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data];
  const codes = (table: number) => segment(0xc4, table, 1, ...Array(15).fill(0), 0);
  const blocks = Buffer.alloc(Math.ceil((Math.ceil(width / 8) * Math.ceil(height / 8)) / 4));
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const parts = [
    [0xff, 0xd8, ...segment(0xdb, 0, ...Array(64).fill(16))],
    segment(0xc0, 8, ...size, colors.length, ...colors.flatMap((color) => [color, 0x11, 0])),
    [...codes(0x00), ...codes(0x10)],
    ...colors.flatMap((color) => [segment(0xda, 1, color, 0, 0, 63, 0), blocks]),
    [0xff, 0xd9],
  ];
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
}

/** A small file of this kind whose header claims `width` × `height` pixels. */
export async function claiming(kind: UploadKind, width: number, height: number): Promise<Uint8Array> {
  if (kind === 'png' || kind === 'interlacedPng') return claimingPng(width, height, kind === 'interlacedPng');
  const small = halves(200, 200);
  const made = {
    jpeg: () => small.jpeg(),
    progressiveJpeg: () => small.jpeg({ progressive: true }),
    webp: () => small.webp({ lossless: true }),
    animatedWebp: async () => {
      const frames = [await bytesOf(small.png()), await bytesOf(small.negate().png())];
      return animated(frames).webp({ loop: 0 });
    },
    avif: () => small.avif({ effort: 0 }),
    deepAvif: () => small.avif({ effort: 0, bitdepth: 12 }),
  };
  const file = Buffer.from(await bytesOf(await made[kind]()));
  if (kind === 'jpeg' || kind === 'progressiveJpeg') {
    const frame = file.indexOf(Buffer.from([0xff, kind === 'jpeg' ? 0xc0 : 0xc2]));
    file.writeUInt16BE(height, frame + 5);
    file.writeUInt16BE(width, frame + 7);
  } else if (kind === 'webp') {
    const bits = file.indexOf('VP8L') + 9;
    file.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, bits);
  } else if (kind === 'animatedWebp') {
    const canvas = file.indexOf('VP8X') + 12;
    file.writeUIntLE(width - 1, canvas, 3);
    file.writeUIntLE(height - 1, canvas + 3, 3);
  } else {
    for (let at = file.indexOf('ispe'); at > 0; at = file.indexOf('ispe', at + 4)) {
      file.writeUInt32BE(width, at + 8);
      file.writeUInt32BE(height, at + 12);
    }
  }
  return file;
}
