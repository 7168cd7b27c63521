import { UPLOAD_KINDS, type UploadKind } from '@tavola/contracts/pictures.ts';
import { limitsTable } from '@tavola/test-kit/limits-table.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bytesOf, claiming, claimingPng, halves, jpeg, jpegInScans } from '../../test/samples.ts';
import { type ReadPicture, readPicture } from './read-picture.ts';

/** The color of the pixel at these shares of the width and the height. */
async function colorAt(file: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}
const near = (color: number[]) => color.map((part) => expect.toSatisfy((got: number) => Math.abs(got - part) <= 8));
const largest = ({ files }: ReadPicture) => files.findLast(({ format }) => format === 'jpg')?.bytes as Uint8Array;

describe('a photo', () => {
  it('is upright and says nothing of where it was taken', async () => {
    const photo = halves()
      .withExif({ IFD0: { Model: 'a phone' }, IFD3: { GPSLatitude: '41/1 53/1 24/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg();
    const file = await bytesOf(photo);
    expect(Buffer.from(file).includes('a phone')).toBe(true);
    const picture = await readPicture(file);
    // Orientation 6 is shown turned clockwise: what was left is at the top.
    expect([picture.width, picture.height]).toEqual([300, 400]);
    for (const { bytes } of picture.files) {
      const { exif, xmp, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
      expect(Buffer.from(bytes).includes('a phone')).toBe(false);
      expect(await colorAt(bytes, 0.5, 0.2)).toEqual(near([0xc8, 0x30, 0x20]));
      expect(await colorAt(bytes, 0.5, 0.8)).toEqual(near([0x20, 0x30, 0xc0]));
    }
  });

  it('in Display P3 keeps its look', async () => {
    const file = await bytesOf(halves().withIccProfile('p3').jpeg({ quality: 95 }));
    // Its numbers are others, so without its profile it would look dull.
    expect((await sharp(file, { ignoreIcc: true }).raw().toBuffer())[0]).toBeLessThan(0xc0);
    expect(await colorAt(largest(await readPicture(file)), 0.2, 0.5)).toEqual(near([0xc8, 0x30, 0x20]));
  });

  it('in CMYK, or gray, or with a transparent part, becomes one that browsers show', async () => {
    const cmyk = await bytesOf(halves().toColourspace('cmyk').jpeg());
    expect((await sharp(largest(await readPicture(cmyk))).metadata()).space).toBe('srgb');
    const gray = await bytesOf(
      sharp(await jpeg())
        .grayscale()
        .png(),
    );
    expect((await readPicture(gray)).color).toMatch(/^#([0-9a-f]{2})\1\1$/);
    const clear = {
      create: { width: 200, height: 200, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    };
    const picture = await readPicture(await bytesOf(sharp(clear).png()));
    expect(picture.color).toBe('#ffffff');
    expect(await colorAt(largest(picture), 0.5, 0.5)).toEqual([255, 255, 255]);
    const webp = picture.files.find(({ format }) => format === 'webp');
    expect((await sharp(webp?.bytes).metadata()).hasAlpha).toBe(true);
  });

  it('has every size below its own, and no larger one', async () => {
    const sizes = ({ files }: ReadPicture) => files.map(({ width, format }) => `${width}.${format}`).toSorted();
    expect(sizes(await readPicture(await bytesOf(halves(500, 200).png())))).toEqual(
      ['160.webp', '320.avif', '320.webp', '500.avif', '500.jpg', '500.webp'].toSorted(),
    );
    const large = await readPicture(await bytesOf(halves(4_000, 3_000).jpeg()));
    expect([large.width, large.height]).toEqual([2048, 1536]);
    expect(sizes(large)).toEqual(
      [
        '160.webp',
        '320.avif',
        '320.webp',
        '640.avif',
        '640.jpg',
        '640.webp',
        '1280.avif',
        '1280.jpg',
        '1280.webp',
      ].toSorted(),
    );
    for (const { width, bytes } of large.files) expect((await sharp(bytes).metadata()).width).toBe(width);
  });

  it('has the hash and the mean color of its pixels', async () => {
    const [one, same, other] = [
      await readPicture(await jpeg()),
      await readPicture(await jpeg()),
      await readPicture(await jpeg(301)),
    ];
    expect(one.hash).toMatch(/^[0-9a-f]{24}$/);
    expect([same.hash, other.hash === one.hash]).toEqual([one.hash, false]);
    expect(same.files).toEqual(one.files);
    expect(one.color).toMatch(/^#7[0-9a-f]3[0-9a-f]7[0-9a-f]$/);
  });
});

describe('what is no picture', () => {
  const broken = async () => (await bytesOf(halves(1_000, 1_000).jpeg())).subarray(0, 3_000);
  const text = (start: string) => async () => new TextEncoder().encode(start.padEnd(400));
  it.each([
    ['a small file that claims 225 megapixels', async () => claimingPng(15_000, 15_000), 'at most 25 megapixels'],
    ['a row of a million pixels', async () => claimingPng(1_000_000, 20), 'at least 160 pixels'],
    ['a picture as long and narrow', async () => claimingPng(150_000, 160), 'long and narrow'],
    ['a JPEG in scans', async () => jpegInScans(5_001, 5_000), 'A progressive JPEG can have at most 25 megapixels'],
    ['a file that ends early', broken, "couldn't be read"],
    ['too small a picture', async () => bytesOf(halves(159, 400).png()), 'at least 160 pixels'],
    ['a picture that would be too low once it fits', async () => bytesOf(halves(8_000, 600).jpeg()), 'long and narrow'],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"></svg>'), 'Only JPEG, PNG'],
    ['HEIC', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'Only JPEG, PNG'],
    [
      'a JPEG that is none after its first bytes',
      async () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
      "couldn't be read",
    ],
    ['nothing', async () => new Uint8Array(), 'Only JPEG, PNG'],
  ])('%s, is refused in words', async (_what, make, words) => {
    await expect(readPicture(await make())).rejects.toMatchObject({
      name: 'UnreadablePicture',
      message: expect.stringContaining(words),
    });
  });

  it.each(Object.keys(UPLOAD_KINDS) as UploadKind[])('more pixels than a decoder may hold: %s', async (kind) => {
    const { what, maxPixels } = UPLOAD_KINDS[kind];
    const words = `${what} can have at most ${maxPixels / 1_000_000} megapixels. Make it smaller and try again.`;
    const width = 5_000;
    await expect(readPicture(await claiming(kind, width, maxPixels / width + 1))).rejects.toThrow(words);
  });

  it('docs/limits.md shows how many pixels each kind may have', () => {
    const rows = Object.values(UPLOAD_KINDS).map(({ what, maxPixels }) => [what, `${maxPixels / 1_000_000}`]);
    const shown = limitsTable('pictures').map((row) =>
      row
        .split('|')
        .slice(1, 3)
        .map((cell) => cell.trim()),
    );
    expect(shown).toEqual(rows);
  });

  it('is not kept behind a picture', async () => {
    const file = new Uint8Array([...(await jpeg()), ...new TextEncoder().encode('<script>alert(1)</script>')]);
    const { files } = await readPicture(file);
    for (const { bytes } of files) expect(Buffer.from(bytes).includes('<script')).toBe(false);
  });
});
