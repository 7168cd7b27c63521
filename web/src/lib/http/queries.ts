import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Tenant } from '@tavola/contracts/auth.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { Dayparts } from '@tavola/contracts/dayparts.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { CodeList } from '@tavola/contracts/qr.ts';
import { hasFailed } from './has-failed.ts';

// What several screens read of the restaurant.

export const TENANT = ['/api/tenant'] as const;
export const CATEGORIES = ['/api/categories'] as const;
export const ITEMS = ['/api/menu-items'] as const;
export const DAYPARTS = ['/api/dayparts'] as const;
export const OPTION_GROUPS = ['/api/option-groups'] as const;
export const CODES = ['/api/qr-codes'] as const;

/** The restaurant. */
export const useTenant = (enabled = true) => useQuery<Tenant>({ queryKey: TENANT, enabled });

/** Its categories, in menu order. */
export const useCategories = () => useQuery<Category[]>({ queryKey: CATEGORIES });

/** Its items, in menu order. */
export const useItems = (enabled = true) => useQuery<MenuItem[]>({ queryKey: ITEMS, enabled });

/** Its dayparts, in their order. */
export const useDayparts = (enabled = true) => useQuery<Dayparts>({ queryKey: DAYPARTS, enabled });

/** Its option groups, in their order. */
export const useOptionGroups = (enabled = true) => useQuery<OptionGroup[]>({ queryKey: OPTION_GROUPS, enabled });

/** All its codes, and their style. */
export const useCodes = (enabled = true) => useQuery<CodeList>({ queryKey: CODES, enabled });

/** Several queries as one: what failed is what has no data. */
export function combineQueries(queries: readonly UseQueryResult[]) {
  const failed = queries.filter(hasFailed);
  return {
    isError: failed.length > 0,
    isFetching: failed.some((one) => one.isFetching),
    refetch: () => void Promise.all(failed.map((one) => one.refetch())),
  };
}
