import { describe, expect, it } from 'vitest';
import { RESERVED_SLUGS, SLUG_MAX_LENGTH, SLUG_PATTERN, slugify } from './slug.ts';

describe('the slug suggested for a name', () => {
  it.each([
    ['Trattoria da Ada', 'trattoria-da-ada'],
    ["Joe's Pizza & Grill", 'joes-pizza-grill'],
    ['Café Zoë', 'cafe-zoe'],
    ['Crêperie Übermut Ñandú', 'creperie-ubermut-nandu'],
    ['  Two   spaces\tand\na line  ', 'two-spaces-and-a-line'],
    ['Chez - Louis', 'chez-louis'],
    ['--already---hyphenated--', 'already-hyphenated'],
    ['Bar 24/7', 'bar-247'],
    ['ＳＵＳＨＩ　Ｂａｒ', 'sushi-bar'],
    ['寿司 Ten', 'ten'],
    ['UPPER', 'upper'],
    ['a_b.c', 'abc'],
  ])('%j is %s [S2.38]', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it.each(['寿司', 'Кафе', '', '   ', '---', '!!!', '\u0000'])('is empty for %j', (name) => {
    expect(slugify(name)).toBe('');
  });

  it('is cut to the length of a slug, without a hyphen at the end', () => {
    expect(slugify('x'.repeat(200))).toBe('x'.repeat(SLUG_MAX_LENGTH));
    expect(slugify(`${'x'.repeat(62)} yes`)).toBe('x'.repeat(62));
  });

  it('is a valid slug or empty for any name, and suggests itself', () => {
    const parts = ['a', 'Z', '9', ' ', '-', 'é', 'ß', '寿', '\t', "'", '_', '.', '\u00a0', '🍕', 'İ'];
    let state = 7;
    for (let n = 0; n < 5_000; n += 1) {
      let name = '';
      for (let i = 0; i < 12; i += 1) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        name += parts[Math.floor((state / 2_147_483_648) * parts.length)];
      }
      const slug = slugify(name);
      expect(slug === '' || SLUG_PATTERN.test(slug), JSON.stringify(name)).toBe(true);
      expect(slugify(slug)).toBe(slug);
    }
  });
});

describe('reserved words', () => {
  it('would all be valid slugs otherwise', () => {
    for (const word of RESERVED_SLUGS) expect(word).toMatch(SLUG_PATTERN);
  });

  it.each([
    'api',
    'admin',
    'login',
    'signup',
    'menu',
    'dashboard',
    'settings',
    'launch',
    'pre-launch',
    'assets',
    'q',
    'health',
    'metrics',
    'internal',
  ])('include %s', (word) => {
    expect(RESERVED_SLUGS.has(word)).toBe(true);
  });

  it('do not include the demo restaurant’s slug', () => {
    expect(RESERVED_SLUGS.has('demo')).toBe(false);
  });
});
