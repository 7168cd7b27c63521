import { joinedWords, searchedText } from '../../lib/text/folded-text.ts';
import { forgivenAt, type SearchedWords, searchWith } from '../../lib/text/search.ts';
import type { MenuSection } from './menu-sections.ts';
import { groupsOf } from './option-groups.ts';
import type { ShownGroup, ShownItem } from './shown-menu.ts';

/** What a search found. */
export interface Found extends SearchedWords {
  /** All sections, with the items that were found. */
  sections: readonly MenuSection[];
}

type Groups = ReadonlyMap<number, ShownGroup>;
const NO_GROUPS: Groups = new Map();

const texts = new WeakMap<Groups, WeakMap<ShownItem, string>>();

/** What is searched of an item with its sizes and options. Kept, because every typed letter searches the whole menu. */
function textOf(item: ShownItem, groups: Groups): string {
  const known = texts.get(groups) ?? new WeakMap<ShownItem, string>();
  texts.set(groups, known);
  const before = known.get(item);
  if (before !== undefined) return before;
  const options = groupsOf(item, groups).flatMap((group) => [group, ...group.options]);
  const names = [...(item.variants ?? []), ...options].map(({ name }) => name);
  const text = searchedText([item.name, item.description, ...names].join(' '));
  known.set(item, text);
  return text;
}

/**
 * The sections with only the items that have every word of `query` in their name, their description, their sizes, their options in
 * `groups` or their section's name, and that `isShown`. If there are none, words with one wrong letter are found, too.
 */
export function searchMenu(
  sections: readonly MenuSection[],
  query: string,
  isShown: (item: ShownItem) => boolean,
  groups: Groups = NO_GROUPS,
): Found {
  const headed = sections.map((section) => ({ section, heading: searchedText(section.name) }));
  const { found, ...words } = searchWith(
    query,
    (has) =>
      headed.map(({ section, heading }) => {
        const items = section.items.filter((item) => isShown(item) && has(textOf(item, groups), heading));
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
    const parts = [...plain.matchAll(/\S+/g)];
    const all = parts.map(([word]) => word);
    for (const [at, { index }] of parts.entries()) {
      const last = parts[at + forgivenAt(all, at, typed) - 1];
      if (last && last.index >= index) mark(index, last.index + last[0].length - index);
    }
  }
  return found;
}
