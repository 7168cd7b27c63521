import { describe, expect, it } from 'vitest';
import { localRateLimitFactor } from './processes.ts';

describe('the limits of npm start', () => {
  it('are twenty times as high, unless RATE_LIMIT_FACTOR says otherwise', () => {
    expect(localRateLimitFactor({})).toBe(20);
    expect(localRateLimitFactor({ RATE_LIMIT_FACTOR: '' })).toBe(20);
    expect(localRateLimitFactor({ RATE_LIMIT_FACTOR: '1' })).toBe(1);
    expect(localRateLimitFactor({ RATE_LIMIT_FACTOR: '500' })).toBe(500);
  });

  it.each(['0', '-1', '1.5', 'many', '1000001'])('are not %s times as high', (factor) => {
    expect(() => localRateLimitFactor({ RATE_LIMIT_FACTOR: factor })).toThrow(/RATE_LIMIT_FACTOR/);
  });
});
