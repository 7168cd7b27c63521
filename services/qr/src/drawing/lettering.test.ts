import { FONT_PAIRS } from '@tavola/contracts/rules/look.ts';
import { hasUnprintableLetters } from '@tavola/contracts/rules/printable.ts';
import { describe, expect, it } from 'vitest';
import { drawableText, type Face, isIn, lettering } from './lettering.ts';

const pathOf = (text: string) => lettering(text, 100).path;
const widthOf = (text: string) => lettering(text, 100).width;

describe('letters', () => {
  it.each([
    ['Latin', 'Crêperie Łódź Phở'],
    ['Greek', 'Ταβέρνα της Μαρίας'],
    ['Cyrillic', 'Їдальня у Ђорђа'],
    ['Thai', 'ร้านอาหารบ้านไทย'],
    ['Hindi', 'स्वाद रेस्टोरेंट'],
    ['Arabic', 'مَطْعَمُ السَّلَام ٢٤'],
    ['Persian', 'خوشمزه‌ترین چای'],
    ['Hebrew', 'בֵּית קָפֶה'],
    ['Korean', '서울식당'],
    ['Japanese', '鮨なみ 東京駅前ラーメン'],
    ['traditional Chinese', '臺灣牛肉麵館'],
    ['simplified Chinese', '兰州拉面馆（北京）'],
  ])('of %s are drawn, as the screens expect', (_, text) => {
    expect(drawableText(text)).not.toBe('');
    expect(hasUnprintableLetters(text)).toBe(false);
  });

  it.each(['რესტორანი', 'Ճաշարան', 'உணவகம்', 'ร้าน ភោជនីយដ្ឋាន'])('of "%s" are not', (text) => {
    expect(drawableText(text)).toBe('');
    expect(hasUnprintableLetters(text)).toBe(true);
  });
});

describe('text from right to left', () => {
  it('begins at the right', () => {
    expect(pathOf('אב').startsWith(pathOf('ב'))).toBe(true);
    expect(pathOf('שלום אבא').startsWith(pathOf('אבא'))).toBe(true);
  });

  it('has numbers and Latin words from left to right', () => {
    expect(pathOf('אבא 12').startsWith(pathOf('12'))).toBe(true);
    expect(pathOf('طاولة ٢٤').startsWith(pathOf('٢٤'))).toBe(true);
    expect(pathOf('Café אבא').startsWith(pathOf('Café'))).toBe(true);
    expect(pathOf('אבא Café').startsWith(pathOf('Café'))).toBe(true);
  });

  it('has its brackets around what they enclose', () => {
    expect(pathOf('(אב)').startsWith(pathOf('('))).toBe(true);
    expect(widthOf('(אב)')).toBeCloseTo(widthOf('(') + widthOf('אב') + widthOf(')'), 3);
  });

  it('joins Arabic letters, except where the text keeps them apart', () => {
    const apart = [...'بيت'].reduce((sum, letter) => sum + widthOf(letter), 0);
    expect(widthOf('بيت')).toBeLessThan(apart * 0.9);
    expect(pathOf('می\u200cخواهم')).not.toBe(pathOf('میخواهم'));
  });

  it('has a vowel sign above the shadda that carries it, not below, where it would be another vowel', () => {
    expect(pathOf('ب\u0651\u064e').endsWith(pathOf('ب\u0651'))).toBe(true);
    expect(pathOf('ب\u0651\u064e')).not.toContain(pathOf('ب\u064e'));
  });
});

it('Chinese text with simplified characters is in the Chinese font as a whole', () => {
  expect(pathOf('直').length).toBeGreaterThan(0);
  expect(pathOf('直馆').startsWith(pathOf('直'))).toBe(false);
  expect(pathOf('直館').startsWith(pathOf('直'))).toBe(true);
});

describe('the display face of each pair', () => {
  it.each(FONT_PAIRS)('%s has the letters of European and Vietnamese names', (face) => {
    expect(isIn('Crêperie Łódź & Straße – Phở Thìn “Nº 1872”, Þingvellir', face)).toBe(true);
    expect(isIn('鮨なみ', face)).toBe(false);
  });

  it.each([
    ['Їдальня у Ђорђа', ['garamond', 'elegant', 'editorial', 'rounded']],
    ['Ταβέρνα της Μαρίας', ['garamond']],
  ] as const)('has those of %s in some', (name, faces) => {
    expect(FONT_PAIRS.filter((face) => isIn(name, face))).toEqual(faces);
  });

  it('has figures as high as capitals', () => {
    const height = (text: string, face: Face) =>
      Math.max(
        ...[...lettering(text, 100, face).path.matchAll(/-(\d+(?:\.\d+)?)(?=[A-Z ]|$)/g)].map(([, y]) => Number(y)),
      );
    for (const face of FONT_PAIRS) expect(height('1', face), face).toBeGreaterThan(height('H', face) * 0.9);
  });
});

it.each([
  ['g\u0323', 'rounded'],
  ['b\u0304', 'editorial'],
  ['\u06a2\u0610', 'text'],
] as const)('a letter with a mark for which its font has no place is drawn: %s, %s', (letters, face) => {
  expect(lettering(letters, 100, face).path.length).toBeGreaterThan(
    lettering([...letters][0] as string, 100, face).path.length,
  );
});
