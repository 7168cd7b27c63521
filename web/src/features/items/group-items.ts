import type { Category, MenuItem } from '@tavola/contracts/menu.ts';

/** A category's heading and items in the list; `id` is null for items whose category was deleted. */
export interface ItemGroup {
  id: number | null;
  name: string;
  items: MenuItem[];
}

/** The items by category, in menu order; those whose category is gone are last. `withEmpty` keeps empty categories. */
export function groupItems(
  items: readonly MenuItem[],
  categories: readonly Category[],
  withEmpty: boolean,
): ItemGroup[] {
  const groups = new Map<number | null, ItemGroup>(categories.map(({ id, name }) => [id, { id, name, items: [] }]));
  const unknown: ItemGroup = { id: null, name: 'Unknown', items: [] };
  for (const item of items) (groups.get(item.categoryId) ?? unknown).items.push(item);
  const known = [...groups.values()].filter((group) => withEmpty || group.items.length > 0);
  return unknown.items.length > 0 ? [...known, unknown] : known;
}
