import { useQuery } from '@tanstack/react-query';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';

/** What a draft starts from. */
export interface OwnMenu {
  categories: readonly Category[];
  items: readonly MenuItem[];
}

/** What is on the restaurant's menu. */
export function useMenu() {
  const categories = useQuery<Category[]>({ queryKey: ['/api/categories'] });
  const items = useQuery<MenuItem[]>({ queryKey: ['/api/menu-items'] });
  const both = [categories, items];
  const menu: OwnMenu | undefined = categories.data && items.data && { categories: categories.data, items: items.data };
  return {
    menu,
    isError: both.some((one) => one.isError && !one.data),
    isFetching: both.some((one) => one.isFetching),
    retry: () => void Promise.all(both.filter((one) => one.isError).map((one) => one.refetch())),
  };
}
