import { describe, expect, it } from 'vitest';
import { firstLetter, formatPrice, initials } from './format.ts';

describe('format', () => {
  it('shows a price as $ with two decimals [S9.2]', () => {
    expect([0, 4.5, 12, 1234.5].map(formatPrice)).toEqual(['$0.00', '$4.50', '$12.00', '$1,234.50']);
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
