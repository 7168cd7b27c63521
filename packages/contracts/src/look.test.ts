import { describe, expect, it } from 'vitest';
import { lookInput } from './look.ts';

const folder = `/m/${'0'.repeat(32)}/${'ab'.repeat(12)}-2048x683-aabbcc`;

describe('a cover photo', () => {
  it('is an uploaded picture, kept by the address of its largest JPEG', () => {
    for (const file of ['1280.jpg', '320.webp', '640.avif']) {
      expect(lookInput.parse({ cover: `${folder}/${file}` })).toEqual({ cover: `${folder}/1280.jpg` });
    }
  });

  it.each([
    [`https://example.com${folder}/1280.jpg`, 'Cover photo must be a picture that you uploaded.'],
    [`${folder}/999.jpg`, 'Cover photo must be a picture that you uploaded.'],
    [7, 'Cover photo must be text.'],
  ])('is not %j', (cover, message) => {
    const { error } = lookInput.safeParse({ cover });
    expect(error?.issues).toMatchObject([{ path: ['cover'], message }]);
  });

  it('alone is a look; no choice at all is none', () => {
    expect(lookInput.parse({ cover: `${folder}/1280.jpg` })).not.toBeNull();
    expect(lookInput.parse({})).toBeNull();
  });
});
