import { searchedText } from './folded-text.ts';
import { type HasWords, searchWith } from './search.ts';

/** Something that lists can search. */
interface Named {
  readonly name: string;
  readonly description?: string | null | undefined;
}

const texts = new WeakMap<Named, string>();

/** What is searched of an item. Kept, because every typed letter searches the whole list. */
export function searchedTextOf(item: Named): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = searchedText(`${item.name} ${item.description ?? ''}`);
  texts.set(item, text);
  return text;
}

/** The items with every word of `query` in their name, their description or their section's name, typos forgiven if there are none. */
export function searchItems<T extends Named>(
  items: readonly T[],
  query: string,
  sectionOf: (item: T) => string | null | undefined = () => null,
): T[] {
  const headings = new Map<string, string>();
  const headingOf = (item: T) => {
    const name = sectionOf(item) ?? '';
    const known = headings.get(name) ?? searchedText(name);
    headings.set(name, known);
    return known;
  };
  const find = (has: HasWords) => items.filter((item) => has(searchedTextOf(item), headingOf(item)));
  return searchWith(query, find, ({ length }) => length === 0).found;
}
