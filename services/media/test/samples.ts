import { crc32 } from 'node:zlib';
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

/** The sample as a JPEG; another `height` is another picture. */
export const jpeg = (height = 300): Promise<Uint8Array<ArrayBuffer>> => bytesOf(halves(400, height).jpeg());

/** A PNG that claims to have `width` × `height` pixels, in a few bytes. */
export function claimingPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return new Uint8Array(
    Buffer.concat([start, chunk('IHDR', size), chunk('IDAT', Buffer.alloc(32)), chunk('IEND', Buffer.alloc(0))]),
  );
}
