/** The user-perceived characters of a text: an emoji with its skin tone is one. */
function graphemes(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return Array.from(text);
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), (part) => part.segment);
}

const SPEAKING = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** A letter or digit that nothing joins: no mark, and no part of a syllable. Making the first segmenter takes a phone 80 ms. */
const ALONE = /^[\p{L}\p{N}](?!\p{M}|\u200d|[\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff])/u;

/** The first letter, digit or emoji of a name, in upper case; '?' for a name without any. */
export function firstLetter(name: string): string {
  const [alone] = ALONE.exec(name.trim()) ?? [];
  if (alone) return alone.toLocaleUpperCase('en');
  const parts = graphemes(name.trim());
  return (parts.find((part) => SPEAKING.test(part)) ?? parts[0] ?? '?').toLocaleUpperCase('en');
}
