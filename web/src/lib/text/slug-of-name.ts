import transliterate from '@sindresorhus/transliterate';
import { slugify } from '@tavola/contracts/slug.ts';

/** Letters that the transliteration leaves out: of Serbian, Macedonian and Belarusian, and of Turkic languages in Cyrillic. */
const MORE_LETTERS = Object.entries({
  ...{ ђ: 'dj', ј: 'j', ћ: 'c', џ: 'dz', ѓ: 'gj', ѕ: 'dz', ў: 'u' },
  ...{ ә: 'a', ғ: 'g', җ: 'j', қ: 'k', ң: 'n', ө: 'o', ү: 'u', ұ: 'u', һ: 'h' },
});

/**
 * The slug that is suggested for a restaurant's name: as `slugify`, with letters that have no plain Latin form written in Latin ones
 * ("Café Łódź" → "cafe-lodz"). Empty if nothing of the name can be.
 */
export function slugOfName(name: string): string {
  // First, as the transliteration writes ü as ue: an accent is only left out.
  const plain = name.normalize('NFKD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
  // Without vowels a word is none in Latin letters.
  const lower = plain.replace(/[\p{Script=Arabic}\p{Script=Hebrew}]/gu, '').toLowerCase();
  return slugify(transliterate(lower, { customReplacements: MORE_LETTERS }));
}
