import { expect, it } from 'vitest';
import { isAmerican } from './american.ts';

it.each([
  ['America/New_York', undefined, true],
  ['America/Indiana/Knox', 'USD', true],
  ['Pacific/Honolulu', 'USD', true],
  ['America/New_York', 'EUR', false],
  // New restaurants have US dollars and UTC until they say otherwise.
  ['UTC', undefined, false],
  ['America/Toronto', 'USD', false],
  ['America/Guayaquil', 'USD', false],
])('a restaurant in %s with %s is American: %s', (timeZone, currency, is) => {
  expect(isAmerican({ timeZone, currency })).toBe(is);
});
