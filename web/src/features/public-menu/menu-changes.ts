import type { MoneyPattern } from '@tavola/contracts/rules/money.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import type { ShownItem, ShownMenu } from './shown-menu.ts';
import type { Say } from './words/words.ts';

/** Up to this many changes are announced one by one; more are summarized. */
const MOST_TOLD = 3;

/** A change worth announcing: a dish, a size or an option changed, or a dish was added or removed. */
export interface MenuChange {
  kind: 'price' | 'sold-out' | 'available' | 'new' | 'gone';
  name: string;
  price: number;
  /** The items that it is about. */
  ids: readonly number[];
}

type Sold = Pick<ShownItem, 'price' | 'priceFrom' | 'fullPrice' | 'isAvailable'>;

const priceOf = ({ price, fullPrice = price, priceFrom = fullPrice }: Sold): number => priceFrom;

/** The changes between two menus, in the new menu's order. Changed texts, pictures and facets are not announced. */
export function menuChanges(before: ShownMenu, after: ShownMenu): MenuChange[] {
  const changes: MenuChange[] = [];
  const compare = (old: Sold, now: Sold, name: string, ids: readonly number[]) => {
    const tell = (kind: MenuChange['kind']) => changes.push({ kind, name, price: priceOf(now), ids });
    if (priceOf(old) !== priceOf(now)) tell('price');
    if (old.isAvailable !== now.isAvailable) tell(now.isAvailable ? 'available' : 'sold-out');
  };
  const known = new Map(before.items.map((item) => [item.id, item]));
  for (const item of after.items) {
    const { id, name, variants } = item;
    const old = known.get(id);
    known.delete(id);
    if (!old) changes.push({ kind: 'new', name, price: item.price, ids: [id] });
    else if (variants && old.variants) {
      const sizes = new Map(old.variants.map((size) => [size.id, size]));
      // Its own price is that of a size.
      compare({ ...old, priceFrom: 0 }, { ...item, priceFrom: 0 }, name, [id]);
      for (const size of variants) compare(sizes.get(size.id) ?? size, size, `${name}, ${size.name}`, [id]);
    } else compare(old, item, name, [id]);
  }
  for (const { id, name, price } of known.values()) changes.push({ kind: 'gone', name, price, ids: [id] });
  const options = new Map((before.optionGroups ?? []).flatMap((group) => group.options.map((one) => [one.id, one])));
  for (const group of after.optionGroups ?? []) {
    const ids = after.items.flatMap((item) => (item.optionGroups?.includes(group.id) ? item.id : []));
    for (const option of group.options) {
      const old = options.get(option.id);
      // What an option adds says nothing by itself.
      if (old) compare({ ...old, price: option.price }, option, option.name, ids);
    }
  }
  return changes;
}

/** The changes as text, with prices as `money` writes them. */
export function changesInWords(changes: readonly MenuChange[], say: Say, money?: MoneyPattern): string {
  if (changes.length > MOST_TOLD) return say('updated');
  return changes.map((change) => inWords(change, say, money)).join(' ');
}

function inWords({ kind, name, price }: MenuChange, say: Say, money: MoneyPattern | undefined): string {
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
