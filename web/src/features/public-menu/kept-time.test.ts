import { describe, expect, it } from 'vitest';
import { timeInWords } from './kept-time.ts';

const at = (text: string) => new Date(text).getTime();

describe('when a menu was read', () => {
  it('is a time, by the clock of the device', () => {
    const [then, now] = [at('2026-03-04T14:32:00'), at('2026-03-04T15:00:00')];
    expect(timeInWords(then, now, 'de')).toBe('14:32');
    expect(timeInWords(then, now, 'en-US')).toMatch(/^2:32\sPM$/);
  });

  it('has the day where that was another one, and the year', () => {
    expect(timeInWords(at('2026-03-03T23:59:00'), at('2026-03-04T00:01:00'), 'fr')).toBe('Mar 3, 23:59');
    expect(timeInWords(at('2025-12-31T23:59:00'), at('2026-01-01T00:01:00'), 'fr')).toBe('Dec 31, 2025, 23:59');
  });
});
