/** Marks over and under letters, which many people don't type, and characters that can't be seen. */
const MARKS = /[\p{M}\p{Cf}]/gu;
/** What people leave out of a word, or write in its place. */
const PUNCTUATION = /[\p{P}\p{Sk}]/gu;

/** How far katakana are from the same hiragana. */
const KANA = 0x60;

/**
 * A text for comparing: lower case, with the letters of a plain keyboard, so that "creme brulee" finds "Crème brûlée". Letters
 * that a language writes in two ways are one, such as those of hiragana and katakana. Each letter is folded by itself.
 */
const foldedText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ς', 'σ')
    // Arabic: taa marbuta, alef maksura and the Persian forms of yaa and kaf, alef wasla, and the line that lengthens a word.
    .replaceAll('\u0629', '\u0647')
    .replace(/[\u0649\u06cc]/g, '\u064a')
    .replaceAll('\u06a9', '\u0643')
    .replaceAll('\u0671', '\u0627')
    .replaceAll('\u0640', '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA));

/** A text without its punctuation, folded: "Chef's 7-Up" is "chefs 7up". */
export const joinedWords = (text: string): string => foldedText(text.replace(PUNCTUATION, ''));

/** The words of a text, folded. Punctuation parts words, too: "Coca-Cola" has two. */
export const wordsOf = (text: string): string[] =>
  foldedText(text.replace(PUNCTUATION, ' ')).split(/\s+/).filter(Boolean);

/** A text as searches read it: with words as `wordsOf` gives them, and also joined where punctuation parts them. */
export const searchedText = (text: string): string => `${wordsOf(text).join(' ')} ${joinedWords(text)}`;
