import type { MoneyPattern } from '@tavola/contracts/rules/money.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import type { ShownItem, ShownMenu } from './shown-menu.ts';
import type { Say } from './words/words.ts';

/** Up to this many changes are announced one by one; more are summarized. */
const MOST_TOLD = 3;

/** A change worth announcing: an item changed, was added or was removed. */
export interface MenuChange {
  kind: 'price' | 'sold-out' | 'available' | 'new' | 'gone';
  item: ShownItem;
}

/** The changes between two menus, in the new menu's order. Changed texts, pictures and facets are not announced. */
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

/** The changes as text, with prices as `money` writes them. */
export function changesInWords(changes: readonly MenuChange[], say: Say, money?: MoneyPattern): string {
  if (changes.length > MOST_TOLD) return say('updated');
  return changes.map((change) => inWords(change, say, money)).join(' ');
}

function inWords({ kind, item: { name, price } }: MenuChange, say: Say, money: MoneyPattern | undefined): string {
  switch (kind) {
    case 'price':
      return say('nowCosts', { name, price: formatMoney(price, money) });
    case 'sold-out':
      return say('nowSoldOut', { name });
    case 'available':
      return say('nowAvailable', { name });
    case 'new':
      return say('nowNew', { name });
    case 'gone':
      return say('nowGone', { name });
  }
}
