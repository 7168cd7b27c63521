import { describe, expect, it } from 'vitest';
import { timeInWords } from './kept-time.ts';

const at = (text: string) => new Date(text).getTime();

describe('when a menu was read', () => {
  it('is a time, by the clock of the device', () => {
    const [then, now] = [at('2026-03-04T14:32:00'), at('2026-03-04T15:00:00')];
    expect(timeInWords(then, now, 'en-US', 'de')).toBe('14:32');
    expect(timeInWords(then, now, 'en-US', 'en-US')).toMatch(/^2:32\sPM$/);
  });

  it('has the day where that was another one, and the year', () => {
    expect(timeInWords(at('2026-03-03T23:59:00'), at('2026-03-04T00:01:00'), 'en-US', 'fr')).toBe('Mar 3, 23:59');
    expect(timeInWords(at('2025-12-31T23:59:00'), at('2026-01-01T00:01:00'), 'en-US', 'fr')).toBe(
      'Dec 31, 2025, 23:59',
    );
  });

  it('is said in the language of the page, in the digits 0 to 9', () => {
    const [then, now] = [at('2026-03-03T14:32:00'), at('2026-03-04T15:00:00')];
    expect(timeInWords(then, now, 'de-u-nu-latn', 'de')).toBe('3. März, 14:32');
    expect(timeInWords(then, now, 'ja-u-nu-latn', 'ja')).toBe('3月3日 14:32');
    expect(timeInWords(then, now, 'ar-EG-u-nu-latn', 'ar-EG')).toMatch(/3 مارس.*2:32/);
  });
});
