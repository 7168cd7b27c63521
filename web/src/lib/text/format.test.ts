import { describe, expect, it } from 'vitest';
import { firstLetter } from './first-letter.ts';
import { formatClock, formatFileSize } from './format.ts';

describe('format', () => {
  it('shows a time of day with a plain space, and midnight as such', () => {
    const minutes = [0, 1, 750, 1_395, 1_440];
    expect(minutes.map((minute) => formatClock(minute * 60_000))).toEqual([
      'midnight',
      '12:01 AM',
      '12:30 PM',
      '11:15 PM',
      'midnight',
    ]);
  });

  it('shows the size of a file in the unit that fits', () => {
    expect([0, 3_456, 999_900, 1_000_000, 18_270_000].map(formatFileSize)).toEqual([
      '0 kB',
      '3.5 kB',
      '999.9 kB',
      '1 MB',
      '18.3 MB',
    ]);
  });

  it.each([
    ['trattoria Da Mario', 'T'],
    ['"Zum Löwen"', 'Z'],
    ['éclair', 'É'],
    ['寿司 さくら', '寿'],
    ['👩🏽‍🍳 Kitchen', '👩🏽‍🍳'],
    ['🇮🇹 Roma', '🇮🇹'],
    ['مطعم', 'م'],
    ['7 Sins', '7'],
    ['1\ufe0f\u20e3 Uno', '1\ufe0f\u20e3'],
    ['e\u0301clair', 'E\u0301'],
    ['กำไร', 'กำ'],
    ['\u1100\u1161\u11a8', '\u1100\u1161\u11a8'],
    ['***', '*'],
    ['  ', '?'],
    ['', '?'],
  ])('takes the first letter of %s', (name, letter) => {
    expect(firstLetter(name)).toBe(letter);
  });
});
