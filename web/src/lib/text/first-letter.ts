/** The user-perceived characters of a text: an emoji with its skin tone is one. */
function graphemes(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return Array.from(text);
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), (part) => part.segment);
}

const SPEAKING = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** The first letter, digit or emoji of a name, in upper case; '?' for a name without any. */
export function firstLetter(name: string): string {
  const parts = graphemes(name.trim());
  return (parts.find((part) => SPEAKING.test(part)) ?? parts[0] ?? '?').toLocaleUpperCase('en');
}
