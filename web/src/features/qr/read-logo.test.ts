import { expect, it } from 'vitest';
import { logoRefusal } from './read-logo.ts';

it.each([
  ['image/png', 204_800, undefined],
  ['image/jpeg', 1, undefined],
  ['image/png', 204_801, 'The logo can be at most 200 KB.'],
  ['image/svg+xml', 100, 'The logo must be a PNG or JPEG image.'],
  ['', 100, 'The logo must be a PNG or JPEG image.'],
])('a logo of type "%s" with %i bytes: %s', (type, size, refusal) => {
  expect(logoRefusal({ type, size })).toBe(refusal);
});
