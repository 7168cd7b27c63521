import QRCode from 'qrcode';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { tryStyle } from '../style/try-style.ts';
import type { Look } from './code-look.ts';
import { jsqrRead, zxingDecoder } from './decoders.ts';
import { drawPng } from './draw-png.ts';
import { drawingQueue } from './drawing-queue.ts';
import { layOut } from './layout.ts';
import { logoOf, measuredLogo } from './logo.ts';
import { mustRead } from './read-back.ts';

const TEXT = 'https://menus.example/q/23456789';
const PLAIN: Look = { foreground: '#000000', background: '#ffffff', caption: null, logoHash: null };
const SIDE = 300;
const zxing = await zxingDecoder();

/** A picture full of finder patterns, the marks in a code's corners. */
async function finders(): Promise<Buffer> {
  const data = Buffer.alloc(SIDE * SIDE);
  const moduleOf = (at: number) => Math.floor((at % 99) / 11) - 4;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const ring = Math.max(Math.abs(moduleOf(x)), Math.abs(moduleOf(y)));
      data[y * SIDE + x] = ring <= 1 || ring === 3 ? 0 : 255;
    }
  }
  return sharp(data, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png()
    .toBuffer();
}

/** A code with a logo, as a picture and as decoders see it. */
async function drawn(logo: Buffer, width: number) {
  const png = await drawPng(layOut(TEXT, PLAIN, await measuredLogo(await logoOf(logo))), PLAIN, width);
  const { data, info } = await sharp(png).greyscale().toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { png, seen: { data: new Uint8ClampedArray(data), width: info.width, height: info.height } };
}

const tried = (logo: Buffer) =>
  tryStyle(
    {
      tenantId: null,
      text: TEXT,
      foreground: '#000000',
      background: '#ffffff',
      caption: null,
      logo: logo.toString('base64'),
    },
    drawingQueue(),
  );

describe('a code that only one decoder reads', () => {
  it('is no valid style: jsqr fails at a logo that zxing reads around', async () => {
    const logo = await finders();
    const { seen } = await drawn(logo, 512);
    expect(zxing(seen)).toBe(TEXT);
    expect(jsqrRead(seen)).not.toBe(TEXT);
    expect(await tried(logo)).toMatchObject({ fault: { field: 'logo' } });
  });

  it('is no valid image: zxing finds a second code in the logo, which jsqr ignores', async () => {
    const logo = await QRCode.toBuffer('https://elsewhere.example/x', { width: 300, margin: 1 });
    const { png, seen } = await drawn(logo, 1024);
    expect(jsqrRead(seen)).toBe(TEXT);
    expect(zxing(seen)).not.toBe(TEXT);
    await expect(mustRead(sharp(png), TEXT, 'image')).rejects.toThrow('not readable');
    expect(await tried(logo)).toMatchObject({ fault: { field: 'logo' } });
  });
});

describe('an image that is read back', () => {
  it('must hold its own text', async () => {
    const png = await drawPng(layOut(TEXT, PLAIN, null), PLAIN, 512);
    await mustRead(sharp(png), TEXT, 'style');
    await expect(mustRead(sharp(png), `${TEXT}0`, 'image')).rejects.toThrow('not readable');
  });

  it('is refused if it is too small to be read from afar, or too blurred', async () => {
    const small = await drawPng(layOut(TEXT, PLAIN, null), PLAIN, 120);
    await expect(mustRead(sharp(small), TEXT, 'image')).rejects.toThrow('not readable at a quarter of its size');
    const blurred = await sharp(await drawPng(layOut(TEXT, PLAIN, null), PLAIN, 512))
      .blur(15)
      .png()
      .toBuffer();
    await expect(mustRead(sharp(blurred), TEXT, 'image')).rejects.toThrow('not readable');
  });
});
