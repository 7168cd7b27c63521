import { formatPrice } from '../../lib/format.ts';
import type { ShownItem, ShownMenu } from './shown-menu.ts';

/** Told one by one up to here; of more, only that there were changes. */
const MOST_TOLD = 3;

/** One thing that a diner should know of: an item that was changed, came or went. */
export interface MenuChange {
  kind: 'price' | 'sold-out' | 'available' | 'new' | 'gone';
  item: ShownItem;
}

/** What changed from one menu to the next, in the order of the new one; other words and pictures simply show. */
export function menuChanges(before: ShownMenu, after: ShownMenu): MenuChange[] {
  const known = new Map(before.items.map((item) => [item.id, item]));
  const changes: MenuChange[] = [];
  for (const item of after.items) {
    const old = known.get(item.id);
    known.delete(item.id);
    if (!old) changes.push({ kind: 'new', item });
    else {
      if (old.price !== item.price) changes.push({ kind: 'price', item });
      if (old.isAvailable !== item.isAvailable)
        changes.push({ kind: item.isAvailable ? 'available' : 'sold-out', item });
    }
  }
  for (const item of known.values()) changes.push({ kind: 'gone', item });
  return changes;
}

/** The changes as one says them. */
export function changesInWords(changes: readonly MenuChange[]): string {
  if (changes.length > MOST_TOLD) return 'The menu was updated.';
  return changes.map(inWords).join(' ');
}

function inWords({ kind, item: { name, price } }: MenuChange): string {
  switch (kind) {
    case 'price':
      return `${name} is now ${formatPrice(price)}.`;
    case 'sold-out':
      return `${name} is sold out.`;
    case 'available':
      return `${name} is available again.`;
    case 'new':
      return `New: ${name}.`;
    case 'gone':
      return `${name} is no longer on the menu.`;
  }
}
