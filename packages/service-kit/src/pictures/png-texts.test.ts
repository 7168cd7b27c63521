import { crc32, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { withoutPngTexts } from './png-texts.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);
const [header, colors, turn, pixels, end] = ['IHDR', 'iCCP', 'eXIf', 'IDAT', 'IEND'].map((type) =>
  chunk(type, Buffer.from(type)),
) as [Buffer, Buffer, Buffer, Buffer, Buffer];

it('keeps what shows, and drops texts, whatever is packed in them, and unknown chunks', () => {
  const texts = ['tEXt', 'zTXt', 'iTXt', 'fdAT', 'xxXx'].map((type) => chunk(type, deflateSync(Buffer.alloc(9_000))));
  const [first, second, third, fourth, fifth] = texts as [Buffer, Buffer, Buffer, Buffer, Buffer];
  const file = png(header, first, colors, second, turn, third, pixels, fourth, pixels, fifth, end);
  expect(withoutPngTexts(file)).toEqual(png(header, colors, turn, pixels, pixels, end));
});

it('ends where a file is broken', () => {
  const cut = png(header, pixels.subarray(0, -1));
  expect(withoutPngTexts(cut)).toEqual(cut);
  const endless = Buffer.from(chunk('zTXt'));
  endless.writeUInt32BE(0xffff_ffff);
  expect(withoutPngTexts(png(header, endless, end))).toEqual(png(header));
  expect(withoutPngTexts(new Uint8Array(3))).toEqual(Buffer.alloc(3));
});
