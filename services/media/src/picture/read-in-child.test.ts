import { UPLOAD_KINDS, type UploadKind } from '@tavola/contracts/pictures.ts';
import { bySize } from '@tavola/test-kit/size.ts';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { animated, bytesOf, colorful, halves, jpeg, jpegInScans, pngOfTexts } from '../../test/samples.ts';
import { READER_MAX_BYTES, readInChild } from './read-in-child.ts';
import { readPicture } from './read-picture.ts';

// @module-tag sized

const MB = 2 ** 20;

it('gives what is read in the process itself', async () => {
  const file = await jpeg();
  expect((await readInChild(file)).picture).toEqual(await readPicture(file));
});

it('refuses in the same words', async () => {
  const small = await bytesOf(halves(159, 400).png());
  await expect(readInChild(small)).rejects.toMatchObject({
    name: 'UnreadablePicture',
    message: 'The picture must be at least 160 pixels wide and high.',
  });
});

it.each([
  ['memory', { maxBytes: 40 * MB }],
  ['time', { maxSeconds: 1 }],
])('ends a process that takes too much %s, and refuses the picture', { tags: 'full' }, async (_what, limits) => {
  await expect(readInChild(jpegInScans(5_770, 4_332), limits)).rejects.toMatchObject({
    name: 'UnreadablePicture',
    message: "This picture couldn't be read. It may be damaged. Save it as a JPEG and try again.",
    cause: { message: expect.stringMatching(/^its reader ended by SIG\w+, with \d+ MB$/) },
  });
});

it('does not refuse a picture that it was told to give up', async () => {
  const stopping = new AbortController();
  const reading = readInChild(await jpeg(), { signal: stopping.signal });
  stopping.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

describe('the memory of one process', { tags: 'full' }, () => {
  it('is not what a PNG has in its texts', async () => {
    const { peakBytes } = await readInChild(await pngOfTexts());
    expect(peakBytes).toBeGreaterThan(0);
    expect(peakBytes).toBeLessThan(200 * MB);
  });

  /** As `kind` with the most pixels that it may have, `ratio` times as wide as high. */
  const most = (kind: UploadKind, ratio: number, channels: 3 | 4 = 4, border = 0) => {
    const height = Math.floor(Math.sqrt(UPLOAD_KINDS[kind].maxPixels / ratio));
    return colorful(Math.floor(UPLOAD_KINDS[kind].maxPixels / height), height, channels, border);
  };
  /** Turned, in another color space. */
  const adapted = (image: Sharp) => image.withMetadata({ orientation: 6 }).withIccProfile('p3');
  // The shapes and encodings of each kind that take the most.
  const [LONG, TALL] = [12.7, 1 / 12.7];
  const deep = { chromaSubsampling: '4:4:4', effort: 0 } as const;
  const worst: Readonly<Record<UploadKind, () => Promise<Uint8Array>>> = {
    progressiveJpeg: async () => jpegInScans(5_770, 4_332),
    jpeg: async () => bytesOf(adapted(most('jpeg', 1.3, 3)).jpeg(deep)),
    png: async () => bytesOf(adapted(most('png', LONG)).toColourspace('rgb16').png()),
    interlacedPng: async () =>
      bytesOf(adapted(most('interlacedPng', LONG)).toColourspace('rgb16').png({ progressive: true })),
    webp: async () => bytesOf(adapted(most('webp', 4)).webp({ lossless: true, effort: 0 })),
    animatedWebp: async () => {
      // A frame that is smaller than the picture is drawn on a canvas.
      const frame = () => most('animatedWebp', LONG, 4, 16);
      const frames = [await bytesOf(frame().png()), await bytesOf(frame().flop().png())];
      return bytesOf(adapted(animated(frames)).webp({ effort: 0, loop: 0 }));
    },
    avif: async () => bytesOf(adapted(most('avif', TALL)).avif(deep)),
    deepAvif: async () => bytesOf(adapted(most('deepAvif', TALL)).avif({ ...deep, bitdepth: 12 })),
  };
  const kinds = Object.keys(worst) as UploadKind[];

  it.each(bySize(kinds.slice(0, 1), kinds))('is below half of its container with the most of: %s', async (kind) => {
    const { peakBytes } = await readInChild(await worst[kind]());
    expect(peakBytes).toBeGreaterThan(0);
    expect(peakBytes).toBeLessThan(READER_MAX_BYTES);
  });
});
