import type { MenuItem } from '@tavola/contracts/menu.ts';
import { foldedText } from './folded-text.ts';

/** Whether an item has all words of `search` in its name or description, in any case and without regard to accents. */
export function matchesSearch(search: string): (item: Pick<MenuItem, 'name' | 'description'>) => boolean {
  const words = foldedText(search).split(/\s+/).filter(Boolean);
  return ({ name, description }) => {
    if (words.length === 0) return true;
    const text = foldedText(`${name} ${description ?? ''}`);
    return words.every((word) => text.includes(word));
  };
}
