import { formatPrice } from '../../lib/format.ts';
import type { ShownItem, ShownMenu } from './shown-menu.ts';

/** Up to this many changes are announced one by one; more are summarized. */
const MOST_TOLD = 3;

/** A change worth announcing: an item changed, was added or was removed. */
export interface MenuChange {
  kind: 'price' | 'sold-out' | 'available' | 'new' | 'gone';
  item: ShownItem;
}

/** The changes between two menus, in the new menu's order. Changed texts and pictures are not announced. */
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

/** The changes as text. */
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
