import { wordsOf } from './folded-text.ts';

/** Words of at least so many letters may have a wrong one. */
const FORGIVEN_FROM = 5;
/** Words of at least so many letters are found inside the words of a section's name, too: "wein" in "Rotweine". */
const INSIDE_FROM = 4;
const LETTER = /[\p{L}\p{N}]/u;
/** The first letter of the scripts that don't part words by spaces, or write "the" as a part of a word. */
const UNPARTED_FROM = '\u0590';

/** The words of a search. */
export interface SearchedWords {
  /** Each once, folded. */
  words: readonly string[];
  /** Whether nothing was found as it was typed, so that typos were forgiven. */
  isForgiving: boolean;
}

/** Whether every word of a search is in one of two texts of `searchedText`: a thing's own, or the name of its section. */
export type HasWords = (text: string, heading: string) => boolean;

const isForgiven = (typed: string): boolean => typed.length >= FORGIVEN_FROM;

/** Whether `word` begins with `typed`, but for one letter that is wrong, missing, too many or exchanged with the next. */
function isNear(word: string, typed: string): boolean {
  if (word.length < typed.length - 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  return (
    word.startsWith(typed.slice(at + 1), at + 1) ||
    word.startsWith(typed.slice(at), at + 1) ||
    word.startsWith(typed.slice(at + 1), at) ||
    (typed[at + 1] === word[at] && typed[at] === word[at + 1] && word.startsWith(typed.slice(at + 2), at + 2))
  );
}

/** Whether a searched text has a word like `typed`. */
const hasNear = (text: string, typed: string): boolean =>
  isForgiven(typed) && text.split(/\s+/).some((word) => isNear(word, typed));

/** Whether the name of a section has `typed`: where spaces part words, as the beginning of one if it is short, because "tea" is in "Steaks". */
function inHeading(text: string, typed: string): boolean {
  if (typed >= UNPARTED_FROM || typed.length >= INSIDE_FROM) return text.includes(typed);
  let at = text.indexOf(typed);
  while (at > 0 && LETTER.test(text[at - 1] as string)) at = text.indexOf(typed, at + 1);
  return at >= 0;
}

/**
 * What `find` finds with the words of `query`. If `isNothing` of it, it searches again for words with one wrong letter. A query
 * without words finds everything, and one of punctuation alone nothing.
 */
export function searchWith<T>(
  query: string,
  find: (has: HasWords) => T,
  isNothing: (found: T) => boolean,
): SearchedWords & { found: T } {
  const words = [...new Set(wordsOf(query))];
  const isVain = words.length === 0 && query.trim() !== '';
  const search = (isForgiving: boolean) =>
    find(
      (text, heading) =>
        !isVain &&
        words.every(
          (word) =>
            text.includes(word) ||
            inHeading(heading, word) ||
            (isForgiving && (hasNear(text, word) || hasNear(heading, word))),
        ),
    );
  const exact = search(false);
  const isForgiving = words.some(isForgiven) && isNothing(exact);
  return { found: isForgiving ? search(true) : exact, words, isForgiving };
}

/** Whether `word` of a text is one that a search for `typed` forgives. */
export const isForgivenFor = (word: string, typed: string): boolean => isForgiven(typed) && isNear(word, typed);
