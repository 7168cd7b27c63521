// The scripts that printed cards can show. services/qr/fonts has a font for each; a test there compares.

const PRINTABLE =
  /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Thai}\p{scx=Devanagari}\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Hangul}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Common}\p{scx=Inherited}]/u;

/** Whether `text` has letters of a script that no card can show. Cards leave out such a text as a whole. */
export const hasUnprintableLetters = (text: string): boolean =>
  [...text.normalize('NFC')].some((character) => /[\p{L}\p{M}\p{N}]/u.test(character) && !PRINTABLE.test(character));
