import type { MenuItem } from '@tavola/contracts/menu.ts';
import { searchedText, wordsOf } from './folded-text.ts';

/**
 * Whether an item has all words of `search` in its name or description, in any case and without regard to accents and punctuation.
 * For changes of many dishes: these forgive no typos, unlike `searchItems`.
 */
export function matchesSearch(search: string): (item: Pick<MenuItem, 'name' | 'description'>) => boolean {
  const words = wordsOf(search);
  return ({ name, description }) => {
    if (words.length === 0) return true;
    const text = searchedText(`${name} ${description ?? ''}`);
    return words.every((word) => text.includes(word));
  };
}
