import { describe, expect, it } from 'vitest';
import { viewTimeText } from './view-time.ts';

describe('an average view time as text', () => {
  it.each([
    [0, '0s'],
    [0.4, '0s'],
    [0.5, '1s'],
    [45, '45s'],
    [59.4, '59s'],
    [59.5, '1m 0s'],
    [60, '1m 0s'],
    [150, '2m 30s'],
    [1799.9, '30m 0s'],
    [3599, '59m 59s'],
    [3599.5, '1h 0m'],
    [3900, '1h 5m'],
  ])('shows %d seconds as %s', (seconds, text) => {
    expect(viewTimeText(seconds)).toBe(text);
  });
});
