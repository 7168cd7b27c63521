import type { MenuItem } from '@tavola/contracts/menu.ts';
import { searchItems } from '../../lib/text/search-items.ts';

export interface ItemFilter {
  search: string;
  /** A category's id, 'unknown' for items whose category is gone, or 'all'. */
  category: number | 'unknown' | 'all';
  availability: 'all' | 'available' | 'out-of-stock';
}

/** Shows everything. */
export const NO_FILTER: ItemFilter = { search: '', category: 'all', availability: 'all' };

/** Whether the filter shows whole categories: only then is the order in view the guests' order. */
export function showsWholeCategories({ search, availability }: ItemFilter): boolean {
  return search.trim() === '' && availability === 'all';
}

/** How many items that match search and category are in each availability state. */
export interface ItemCounts {
  all: number;
  available: number;
  'out-of-stock': number;
}

/**
 * The items that match the filter, in order, and the counts of each availability. A search finds items by their category, too:
 * `categories` has the names by id; `isAvailable` says whether guests can order it. Items in `keep` stay whatever their availability, so that a row that was just toggled does
 * not disappear under the thumb.
 */
export function filterItems(
  items: readonly MenuItem[],
  filter: ItemFilter,
  categories: ReadonlyMap<number, string>,
  keep: ReadonlySet<number> = new Set(),
  isAvailable: (item: MenuItem) => boolean = (item) => item.isAvailable,
): { shown: MenuItem[]; counts: ItemCounts } {
  const nameOf = ({ categoryId }: MenuItem) => (categoryId === null ? undefined : categories.get(categoryId));
  const inCategory = items.filter((item) => {
    if (filter.category === 'unknown') return nameOf(item) === undefined;
    return filter.category === 'all' || item.categoryId === filter.category;
  });
  const found = searchItems(inCategory, filter.search, nameOf);
  const available = found.filter(isAvailable).length;
  return {
    shown: found.filter(
      (item) =>
        filter.availability === 'all' ||
        keep.has(item.id) ||
        isAvailable(item) === (filter.availability === 'available'),
    ),
    counts: { all: found.length, available, 'out-of-stock': found.length - available },
  };
}
