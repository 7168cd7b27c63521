import { wordsOf } from './folded-text.ts';

/** Words of at least so many letters may have a wrong one. */
const FORGIVEN_FROM = 5;
/** Words of at least so many letters may be several in the text: "7up" is "7 Up". */
const SPREAD_FROM = 3;
/** Words of at least so many letters are found inside the words of a section's name, too: "wein" in "Rotweine". */
const INSIDE_FROM = 4;
const LETTER = /[\p{L}\p{N}]/u;
/** The first letter of the scripts that don't part words by spaces, or write "the" as a part of a word. */
const UNPARTED_FROM = '\u0590';

/** What people say for "&", in the languages that guests' pages speak and write it as a word. */
const AND = /^(?:and|n|und|et|y|e|en|i|ve)$/;

/** The words of a search. */
export interface SearchedWords {
  /** Each once, folded. */
  words: readonly string[];
  /** Whether nothing was found as it was typed, so that typos were forgiven. */
  isForgiving: boolean;
}

/** Whether every word of a search is in one of two texts of `searchedText`: a thing's own, or the name of its section. */
export type HasWords = (text: string, heading: string) => boolean;

/** Whether `word` begins with `typed`, but for one letter that is wrong, missing, too many or exchanged with the next. */
function isNear(word: string, typed: string): boolean {
  if (Math.max(word.length, typed.length) < FORGIVEN_FROM || word.length < typed.length - 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const isMissing = word.startsWith(typed.slice(at), at + 1);
  // "piza" lacks one letter of a word that is long enough, and not the first one: "wine" is not "swine".
  if (typed.length < FORGIVEN_FROM)
    return at > 0 && isMissing && typed.length === FORGIVEN_FROM - 1 && typed < UNPARTED_FROM;
  return (
    isMissing ||
    word.startsWith(typed.slice(at + 1), at + 1) ||
    word.startsWith(typed.slice(at + 1), at) ||
    (typed[at + 1] === word[at] && typed[at] === word[at + 1] && word.startsWith(typed.slice(at + 2), at + 2))
  );
}

/** How many of `words` from `at` on a search for `typed` forgives: one with a wrong letter, or several in place of one; 0 if none. */
export function forgivenAt(words: readonly string[], at: number, typed: string): number {
  if (typed.length >= FORGIVEN_FROM - 1 && isNear(words[at] as string, typed)) return 1;
  let rest = typed;
  let end = at;
  while (end < words.length && rest.startsWith(words[end] as string)) {
    rest = rest.slice((words[end] as string).length);
    end += 1;
  }
  if (end === at || typed.length < SPREAD_FROM) return 0;
  if (rest === '') return end - at;
  return words[end]?.startsWith(rest) ? end - at + 1 : 0;
}

/** Whether a searched text has a word like `typed`. */
const hasNear = (text: string, typed: string): boolean =>
  text.split(/\s+/).some((_, at, words) => forgivenAt(words, at, typed) > 0);

/** Whether the name of a section has `typed`: where spaces part words, as the beginning of one if it is short, because "tea" is in "Steaks". */
function inHeading(text: string, typed: string): boolean {
  if (typed >= UNPARTED_FROM || typed.length >= INSIDE_FROM) return text.includes(typed);
  let at = text.indexOf(typed);
  while (at > 0 && LETTER.test(text[at - 1] as string)) at = text.indexOf(typed, at + 1);
  return at >= 0;
}

/**
 * What `find` finds with the words of `query`. If `isNothing` of it, it searches again and forgives one wrong letter, a space or an
 * "and". A query without words finds everything, and one of punctuation alone nothing.
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
            (isForgiving && ((words.length > 1 && AND.test(word)) || hasNear(text, word) || hasNear(heading, word))),
        ),
    );
  const exact = search(false);
  const isForgiving = words.some(({ length }) => length >= SPREAD_FROM) && isNothing(exact);
  return { found: isForgiving ? search(true) : exact, words, isForgiving };
}
