import { joinedWords, searchedText } from '../../lib/text/folded-text.ts';
import { isForgivenFor, type SearchedWords, searchedTextOf, searchWith } from '../../lib/text/search.ts';
import type { MenuSection } from './menu-sections.ts';
import type { ShownItem } from './shown-menu.ts';

/** What a search found. */
export interface Found extends SearchedWords {
  /** All sections, with the items that were found. */
  sections: readonly MenuSection[];
}

/**
 * The sections with only the items that have every word of `query` in their name, their description or their section's name, and
 * that `isShown`. If there are none, words with one wrong letter are found, too.
 */
export function searchMenu(
  sections: readonly MenuSection[],
  query: string,
  isShown: (item: ShownItem) => boolean,
): Found {
  const headed = sections.map((section) => ({ section, heading: searchedText(section.name) }));
  const { found, ...words } = searchWith(
    query,
    (has) =>
      headed.map(({ section, heading }) => {
        const items = section.items.filter((item) => isShown(item) && has(searchedTextOf(item), heading));
        return items.length === section.items.length ? section : { ...section, items };
      }),
    (found) => found.every(({ items }) => items.length === 0),
  );
  return { sections: found, ...words };
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
    if (!isForgiving) continue;
    for (const { 0: word, index } of plain.matchAll(/\S+/g)) if (isForgivenFor(word, typed)) mark(index, word.length);
  }
  return found;
}
