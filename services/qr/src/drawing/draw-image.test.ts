import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readCode } from '../../test/read-code.ts';
import { renderingHash } from '../rendering/rendering-store.ts';
import type { Look } from './code-look.ts';
import { type CodeImage, drawImage } from './draw-image.ts';
import { logoHash, logoOf, measuredLogo } from './logo.ts';

const TEXT = 'https://tavola.example/q/23456789';
const PLAIN: Look = { foreground: '#000000', background: '#ffffff', caption: null, logoHash: null };
const image = (change: Partial<CodeImage> = {}): CodeImage => ({
  text: TEXT,
  look: PLAIN,
  format: 'png',
  size: 1024,
  ...change,
});

/** The peak memory of this process in MB, as Linux tells it. */
const peakMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

/** A picture of many colours. */
async function picture(width: number, height: number) {
  const data = Buffer.from(
    Array.from(
      { length: width * height * 3 },
      (_, at) => 128 + 60 * Math.sin(at / 700) + 60 * Math.cos(at / (width * 60)),
    ),
  );
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

describe('a plain code', () => {
  it.each([TEXT, 'http://localhost:8080/q/abcdefgh', `https://${'a-long-host.'.repeat(12)}example/q/23456789`])(
    'shows, in black on white and with four light modules around it, what it says: %s',
    async (text) => {
      const file = await drawImage(image({ text }), null);
      expect(await readCode(file)).toBe(text);
      const { data, info } = await sharp(file).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, new Set(data)]).toEqual([1024, 1024, new Set([0, 255])]);
      const { info: inner } = await sharp(file).trim().toBuffer({ resolveWithObject: true });
      const module = inner.width / QRCode.create(text, { errorCorrectionLevel: 'Q' }).modules.size;
      const { trimOffsetLeft: left = 0, trimOffsetTop: top = 0, width, height } = inner;
      for (const side of [-left, -top, 1024 + left - width, 1024 + top - height]) {
        expect(side / module).toBeGreaterThanOrEqual(3.9);
        expect(side / module).toBeLessThanOrEqual(4.1);
      }
    },
  );

  it('has the same bytes for the same text, and other bytes for another', async () => {
    expect(await drawImage(image(), null)).toEqual(await drawImage(image(), null));
    expect(await drawImage(image(), null)).not.toEqual(await drawImage(image({ text: 'other' }), null));
  });

  it('is small', async () => {
    expect((await drawImage(image(), null)).length).toBeLessThan(10_000);
  });
});

describe('a code with colours, a logo and a caption', async () => {
  const png = await logoOf(await picture(300, 200));
  const logo = await measuredLogo(png);
  const look: Look = {
    foreground: '#0b5a3c',
    background: '#fff6e5',
    caption: 'Σκανάρετε · Меню · Menü',
    logoHash: logoHash(png),
  };

  it.each([512, 1024, 2048])('is readable at %i pixels by an independent decoder', { tags: 'full' }, async (size) => {
    const file = await drawImage(image({ look, size }), logo);
    const { width, height } = await sharp(file).metadata();
    expect(width).toBe(size);
    expect(height).toBeGreaterThan(size);
    expect(await readCode(file)).toBe(TEXT);
  });

  it('has its colors, its logo in the middle and its caption below', async () => {
    const file = await drawImage(image({ look }), logo);
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    const colors = (left: number, top: number, right: number, bottom: number) => {
      const seen = new Set<string>();
      for (let y = top; y < bottom; y += 2) for (let x = left; x < right; x += 2) seen.add(String(pixel(x, y)));
      return seen;
    };
    expect(pixel(2, 2)).toEqual([255, 246, 229]);
    expect(colors(100, 100, 300, 300)).toEqual(new Set(['11,90,60', '255,246,229']));
    expect(colors(460, 480, 560, 540).size).toBeGreaterThan(50);
    expect(colors(100, 1024, 924, info.height)).toContain('11,90,60');
    // The caption does not touch the edges.
    expect(colors(0, info.height - 2, 1024, info.height)).toEqual(new Set(['255,246,229']));
  });

  it('is readable as a self-contained SVG', async () => {
    const svg = (await drawImage(image({ look, format: 'svg' }), logo)).toString();
    expect(svg).not.toMatch(/<text|font|href="(?!data:image\/png;base64,)/);
    for (const width of [300, 1000]) {
      expect(await readCode(await sharp(Buffer.from(svg)).resize(width).png().toBuffer())).toBe(TEXT);
    }
  });

  it.each([
    [400, 400],
    [900, 100],
    [100, 900],
    [1, 1],
  ])('shrinks a logo of %i by %i so that the code stays readable', async (width, height) => {
    const shaped = await measuredLogo(await logoOf(await picture(width, height)));
    expect(await readCode(await drawImage(image({ look }), shaped))).toBe(TEXT);
  });

  it('is refused if a decoder cannot read it', async () => {
    const faint = { ...look, foreground: '#fff0d8' };
    await expect(drawImage(image({ look: faint }), logo)).rejects.toThrow('not readable');
  });
});

describe('a logo', () => {
  it('is shrunk in proportion', async () => {
    const logo = await measuredLogo(await logoOf(await picture(1200, 600)));
    expect(logo).toMatchObject({ width: 400, height: 200 });
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['nothing', Buffer.alloc(0)],
    ['half a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ])('cannot be a %s', async (_what, file) => {
    await expect(logoOf(file)).rejects.toThrow();
  });

  it.each([
    ['many pixels', { width: 5_000, height: 5_000 }, {}, 'The logo can be at most 4096 pixels wide and high.'],
    ['a wide row', { width: 300_000, height: 10 }, {}, 'The logo can be at most 4096 pixels wide and high.'],
    [
      'interlaced',
      { width: 2_100, height: 2_100 },
      { progressive: true },
      'A progressive or interlaced logo can be at most 2048 pixels wide and high.',
    ],
  ])('that would take much memory is refused by its header: %s', async (_what, size, options, words) => {
    const huge = await sharp({ create: { ...size, channels: 3, background: '#fff' } })
      .png(options)
      .toBuffer();
    expect(huge.length).toBeLessThan(200 * 1024);
    await expect(logoOf(huge)).rejects.toThrow(words);
  });

  it('is read without the texts of its file, which take gigabytes once they are unpacked', async () => {
    const png = await picture(100, 100);
    const endOfHeader = 33;
    const content = Buffer.concat([
      Buffer.from('zTXt'),
      Buffer.from('k\0\0'),
      deflateSync(Buffer.alloc(7_900_000, 'a')),
    ]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length - 4);
    check.writeUInt32BE(crc32(content));
    const texts = Array<Buffer[]>(25).fill([length, content, check]).flat();
    const file = Buffer.concat([png.subarray(0, endOfHeader), ...texts, png.subarray(endOfHeader)]);
    expect(file.length).toBeLessThan(200 * 1024);
    // Peaks count from now on.
    writeFileSync('/proc/self/clear_refs', '5');
    const before = peakMb();
    expect(await logoOf(file)).toEqual(await logoOf(png));
    expect(peakMb() - before).toBeLessThan(100);
  });
});

describe('the hash of an image', () => {
  it('differs with everything visible', () => {
    const other: Partial<CodeImage>[] = [
      {},
      { text: 'other' },
      { size: 512 },
      { format: 'svg' },
      { look: { ...PLAIN, foreground: '#000001' } },
      { look: { ...PLAIN, background: '#fffffe' } },
      { look: { ...PLAIN, caption: 'Menu' } },
      { look: { ...PLAIN, logoHash: 'a' } },
    ];
    const hashes = other.map((change) => renderingHash(image(change)));
    expect(new Set(hashes).size).toBe(other.length);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('ignores the size of an SVG', () => {
    expect(renderingHash(image({ format: 'svg', size: 512 }))).toBe(renderingHash(image({ format: 'svg' })));
  });
});
