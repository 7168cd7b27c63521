import { joinedWords, searchedText, wordsOf } from '../../lib/text/folded-text.ts';
import type { MenuSection } from './menu-sections.ts';
import type { ShownItem } from './shown-menu.ts';

/** Words of at least so many letters may have a wrong one. */
const FORGIVEN_FROM = 5;
/** The first letter of the scripts that don't part words by spaces, or write "the" as a part of a word. */
const UNPARTED_FROM = '\u0590';

/** What a search found. */
export interface Found {
  /** All sections, with the items that were found. */
  sections: readonly MenuSection[];
  /** The words that were searched, folded. */
  words: readonly string[];
  /** Whether nothing was found as it was typed, so that typos were forgiven. */
  isForgiving: boolean;
}

const texts = new WeakMap<ShownItem, string>();

/** What is searched of an item. Kept, because every typed letter searches the whole menu. */
function textOf(item: ShownItem): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = searchedText(`${item.name} ${item.description ?? ''}`);
  texts.set(item, text);
  return text;
}

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

const isForgiven = (typed: string): boolean => typed.length >= FORGIVEN_FROM;

/** Whether a searched text has a word like `typed`. */
const hasNear = (text: string, typed: string): boolean =>
  isForgiven(typed) && text.split(/\s+/).some((word) => isNear(word, typed));

/** Whether the name of a section has `typed`: where spaces part words, as the beginning of one, because "tea" is in "Steaks". */
const inHeading = (text: string, typed: string): boolean =>
  typed < UNPARTED_FROM ? ` ${text}`.includes(` ${typed}`) : text.includes(typed);

/**
 * The sections with only the items that have every word of `query` in their name, their description or their section's name, and
 * that `isShown`. If there are none, words with one wrong letter are found, too.
 */
export function searchMenu(
  sections: readonly MenuSection[],
  query: string,
  isShown: (item: ShownItem) => boolean,
): Found {
  const words = [...new Set(wordsOf(query))];
  const isNothing = words.length === 0 && query.trim() !== '';
  const search = (isForgiving: boolean) =>
    sections.map((section) => {
      const heading = words.length > 0 ? searchedText(section.name) : '';
      const left = words.filter((word) => !inHeading(heading, word) && !(isForgiving && hasNear(heading, word)));
      const has = (text: string) => left.every((word) => text.includes(word) || (isForgiving && hasNear(text, word)));
      const items = section.items.filter((item) => isShown(item) && !isNothing && has(textOf(item)));
      return items.length === section.items.length ? section : { ...section, items };
    });
  const exact = search(false);
  const isForgiving = words.some(isForgiven) && exact.every(({ items }) => items.length === 0);
  return { sections: isForgiving ? search(true) : exact, words, isForgiving };
}

const folded = new Map<string, string>();

/** Where the words of a search stand in `text`: from and to which character. */
export function placesOf({ words, isForgiving }: Found, text: string): [from: number, to: number][] {
  let plain = '';
  // Of each letter of `plain`, where it comes from.
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const letter of text) {
    const letters = folded.get(letter) ?? joinedWords(letter);
    folded.set(letter, letters);
    for (let one = 0; one < letters.length; one += 1) {
      from.push(at);
      to.push(at + letter.length);
    }
    plain += letters;
    at += letter.length;
  }
  const found: [number, number][] = [];
  const mark = (first: number, length: number) => found.push([from[first] as number, to[first + length - 1] as number]);
  for (const typed of words) {
    for (let first = plain.indexOf(typed); first >= 0; first = plain.indexOf(typed, first + typed.length)) {
      mark(first, typed.length);
    }
    if (!isForgiving || !isForgiven(typed)) continue;
    for (const { 0: word, index } of plain.matchAll(/\S+/g)) if (isNear(word, typed)) mark(index, word.length);
  }
  return found;
}
