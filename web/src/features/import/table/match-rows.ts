import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { WholeMenu } from '../../../lib/menu-table/columns.ts';
import { sameName } from './read-cells.ts';

/** What a row says about which dish it is. */
interface RowKey {
  number: number;
  id: string;
  /** Undefined in a table without categories. */
  category: string | undefined;
  name: string;
  description: string;
}

/** Which dish a row is about. */
export interface RowMatch {
  /** Undefined for a new one. */
  item: MenuItem | undefined;
  /** Whether it has the id of a dish that is not on this menu. */
  isForeign: boolean;
  /** The number of another row that is about the same dish. */
  sameAs: number | undefined;
  /** Whether it may be about several dishes. */
  isAmbiguous: boolean;
}

/**
 * The dish that each row is about: that of its id, else the one of its name in its category; without a category, one that has none
 * or is in `unnamed`. Ids go first, so that a dish that was renamed does not take another's place.
 */
export function matchRows(rows: readonly RowKey[], menu: WholeMenu, unnamed: string): RowMatch[] {
  const byId = new Map(menu.items.map((item) => [String(item.id), item]));
  const named = new Set(rows.map(({ id }) => byId.get(id)));
  const categories = new Map(menu.categories.map(({ id, name }) => [id, name]));
  const hasCategories = rows.some(({ category }) => category !== undefined);
  const keyOf = (category = '', name: string) => `${hasCategories ? sameName(category) : ''}\n${sameName(name)}`;
  const free = Map.groupBy(
    menu.items.filter((item) => !named.has(item)),
    ({ categoryId, name }) => keyOf(categories.get(categoryId ?? 0), name),
  );
  const rowOf = new Map<MenuItem | string, number>();
  // "House red" is twice on many menus: as a glass and as a bottle.
  const descriptions = Map.groupBy(rows, ({ category, name }) => keyOf(category, name));
  const areApart = (key: string) => {
    const said = descriptions.get(key)?.map(({ description }) => description) ?? [];
    return said.length > 1 && !said.includes('') && new Set(said).size === said.length;
  };
  return rows.map(({ number, id, category, name, description }) => {
    const own = byId.get(id);
    const named = category === '' && !free.has(keyOf('', name)) ? keyOf(unnamed, name) : keyOf(category, name);
    const isApart = areApart(keyOf(category, name));
    const key = isApart ? `${named}\n${description}` : named;
    const called = free.get(named) ?? [];
    const candidates = isApart ? called.filter((item) => (item.description ?? '') === description) : called;
    const isForeign = id !== '' && !own;
    if (!own && candidates.length > 1) return { item: undefined, isForeign, sameAs: undefined, isAmbiguous: true };
    const item = own ?? (rowOf.has(key) ? undefined : candidates[0]);
    const sameAs = own ? rowOf.get(own) : rowOf.get(key);
    if (sameAs === undefined) for (const one of own ? [own, key] : [key]) rowOf.set(one, number);
    return { item: sameAs === undefined ? item : undefined, isForeign, sameAs, isAmbiguous: false };
  });
}
