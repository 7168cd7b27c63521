import { useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '@tavola/contracts/analytics.ts';
import type { Tenant } from '@tavola/contracts/auth.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';

/** Overview's four statistics. */
export function useStats() {
  return useQuery<DashboardStats>({ queryKey: ['/api/dashboard/stats'] });
}

/** The restaurant. */
export function useTenant() {
  return useQuery<Tenant>({ queryKey: ['/api/tenant'] });
}

/** The menu's size, for the first steps; `undefined` until all of it has loaded. */
export function useMenuSize(): { categories: number; items: number } | undefined {
  const categories = useQuery<Category[]>({ queryKey: ['/api/categories'] }).data;
  const items = useQuery<MenuItem[]>({ queryKey: ['/api/menu-items'] }).data;
  return categories && items && { categories: categories.length, items: items.length };
}
