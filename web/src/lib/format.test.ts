import { describe, expect, it } from 'vitest';
import { firstLetter, formatLargeCount, formatPrice, initials } from './format.ts';

describe('format', () => {
  it('shows a price as $ with two decimals', () => {
    expect([0, 4.5, 12, 1234.5].map(formatPrice)).toEqual(['$0.00', '$4.50', '$12.00', '$1,234.50']);
  });

  it('shortens a count from a million on', () => {
    expect([0, 1234, 999_999, 1_000_000, 155_664_706].map(formatLargeCount)).toEqual([
      '0',
      '1,234',
      '999,999',
      '1M',
      '155.7M',
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
    ['***', '*'],
    ['  ', '?'],
  ])('takes the first letter of %s', (name, letter) => {
    expect(firstLetter(name)).toBe(letter);
  });

  it('takes the first letters of the first and the last word', () => {
    expect(initials('Maria Grazia Rossi')).toBe('MR');
    expect(initials('Maria')).toBe('M');
    expect(initials('')).toBe('?');
  });
});
