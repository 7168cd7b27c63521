// No zod here: the screens load this file.

/** Phones write ’, “ and – where keyboards have ', " and -, and texts in Arabic and Hebrew have marks that nobody sees. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐-―]/g, '-')
    .trim();

/** Whether `typed` is `text`, but for its spaces and its kind of characters. */
export const isSameText = (typed: string, text: string): boolean => plain(typed) === plain(text);
