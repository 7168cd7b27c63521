import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Allergen } from '@tavola/contracts/rules/allergens.ts';
import { type DeclarationStatus, statusOf } from '../../lib/allergens/declaration.ts';
import { type Hinted, hintedOf, type TextHints } from '../../lib/allergens/text-hints.ts';
import { matchesSearch } from '../../lib/text/matches-search.ts';

/** What of the dishes shows. */
export const SHOWN = ['all', 'missing', 'unconfirmed', 'hinted'] as const;
export type Shown = (typeof SHOWN)[number];

/** A dish with what is known of its allergens. */
export interface Dish {
  item: MenuItem;
  status: DeclarationStatus;
  /** What its text says and nobody declared or set yet. */
  hinted: Hinted | undefined;
}

/** The dishes with what is known of them; `read` reads their texts. What hints at diets alone is for who `setsDiets`. */
export const dishesOf = (
  items: readonly MenuItem[],
  asked: readonly Allergen[],
  read: (item: MenuItem) => TextHints | undefined,
  setsDiets: boolean,
): Dish[] =>
  items.map((item) => {
    const hinted = hintedOf(item, read(item), asked);
    const isUseful = setsDiets || (hinted?.allergens.length ?? 0) > 0;
    return { item, status: statusOf(item, asked), hinted: isUseful ? hinted : undefined };
  });

/** Whether a dish is to be declared, or the rest of it. */
export const isUndeclared = ({ status }: Dish): boolean => status === 'missing' || status === 'partly';

const isShown = (dish: Dish, shown: Shown): boolean => {
  if (shown === 'missing') return isUndeclared(dish);
  return shown === 'all' || (shown === 'hinted' ? dish.hinted !== undefined : dish.status === shown);
};

/** The dishes that match, and how many of those with `search` each choice shows. Those in `keep` stay in view. */
export function filterDishes(
  dishes: readonly Dish[],
  { search, shown }: { search: string; shown: Shown },
  keep: ReadonlySet<number>,
): { found: Dish[]; counts: Readonly<Record<Shown, number>> } {
  const matches = matchesSearch(search);
  const all = dishes.filter(({ item }) => matches(item));
  const count = (one: Shown) => all.filter((dish) => isShown(dish, one)).length;
  return {
    found: all.filter((dish) => keep.has(dish.item.id) || isShown(dish, shown)),
    counts: { all: all.length, missing: count('missing'), unconfirmed: count('unconfirmed'), hinted: count('hinted') },
  };
}
