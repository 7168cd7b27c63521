import { foldedText } from '../../lib/text/folded-text.ts';
import type { MenuSection } from './menu-sections.ts';
import type { ShownItem } from './shown-menu.ts';

const texts = new WeakMap<ShownItem, string>();

/** What is searched of an item. Kept, because every typed letter searches the whole menu. */
function textOf(item: ShownItem): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = foldedText(`${item.name}\n${item.description ?? ''}`);
  texts.set(item, text);
  return text;
}

/** The sections with only the items whose name or description contains every word of `query`, and that `isShown`. */
export function searchSections(
  sections: readonly MenuSection[],
  query: string,
  isShown: (item: ShownItem) => boolean,
): MenuSection[] {
  const words = foldedText(query).split(/\s+/).filter(Boolean);
  const isFound = (item: ShownItem) => isShown(item) && words.every((word) => textOf(item).includes(word));
  return sections.map((section) => {
    const items = section.items.filter(isFound);
    return items.length === section.items.length ? section : { ...section, items };
  });
}
