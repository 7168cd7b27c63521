// No zod here: the screens load this file.

/** Quotes before NFKC, which takes ´ apart; in capitals, because ß and ς have a lower case of their own; no invisible marks. */
const plain = (text: string) =>
  text
    .replace(/[‘’‚‛ʼ`´′]/g, "'")
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();

/** Whether `typed` is `text`, whatever its case, spaces, quotes, dashes and way of composing accents. */
export const isSameText = (typed: string, text: string): boolean => plain(typed) === plain(text);
