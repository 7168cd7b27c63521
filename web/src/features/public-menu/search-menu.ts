import type { MenuSection } from './menu-sections.ts';
import type { ShownItem } from './shown-menu.ts';

/** Marks over and under letters, which many guests don't type. */
const MARKS = /\p{M}/gu;

/** A text for comparing: lower case, without diacritics, so that "creme brulee" finds "Crème brûlée". */
const folded = (text: string): string =>
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
    .replaceAll('’', "'");

const texts = new WeakMap<ShownItem, string>();

/** What is searched of an item. Kept, because every typed letter searches the whole menu. */
function textOf(item: ShownItem): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = folded(`${item.name}\n${item.description ?? ''}`);
  texts.set(item, text);
  return text;
}

/** The sections with only the items whose name or description contains every word of `query`, and that `isShown`. */
export function searchSections(
  sections: readonly MenuSection[],
  query: string,
  isShown: (item: ShownItem) => boolean,
): MenuSection[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const isFound = (item: ShownItem) => isShown(item) && words.every((word) => textOf(item).includes(word));
  return sections.map((section) => {
    const items = section.items.filter(isFound);
    return items.length === section.items.length ? section : { ...section, items };
  });
}
