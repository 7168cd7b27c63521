import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { combineQueries, useCategories, useItems } from '../http/queries.ts';

/** What a draft starts from. */
export interface OwnMenu {
  categories: readonly Category[];
  items: readonly MenuItem[];
}

/** What is on the restaurant's menu. */
export function useMenu() {
  const categories = useCategories();
  const items = useItems();
  const menu: OwnMenu | undefined = categories.data && items.data && { categories: categories.data, items: items.data };
  return { menu, ...combineQueries([categories, items]) };
}
