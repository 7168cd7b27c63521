import { useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '@tavola/contracts/analytics.ts';
import { useCategories, useCodes, useItems, useTenant } from '../../lib/http/queries.ts';
import { useIsMenuOpened } from '../../lib/menu/opened-menu.ts';
import type { FirstStepFacts } from './first-steps.ts';

/** Visits come in all the time: older statistics are refetched when the screen opens. */
const FRESH_MS = 60_000;

/** Overview's four statistics. */
export function useStats() {
  return useQuery<DashboardStats>({ queryKey: ['/api/dashboard/stats'], staleTime: FRESH_MS });
}

/** What the first steps depend on; `undefined` until all of it has loaded. */
export function useFirstStepFacts(): FirstStepFacts | undefined {
  const tenant = useTenant().data;
  const categories = useCategories().data;
  const items = useItems().data;
  const stats = useStats().data;
  // Once codes are scanned, how many there are does not matter.
  const isMenuOpened = useIsMenuOpened(tenant?.id);
  const codes = useCodes(stats !== undefined && !stats.hasScans).data?.codes;
  if (!tenant || !categories || !items || !stats || !(codes || stats.hasScans)) return undefined;
  return {
    tenant,
    categories: categories.length,
    items: items.length,
    // Every restaurant has the main code from the start.
    hasCodes: stats.hasScans || (codes ?? []).some(({ isMain }) => !isMain),
    hasViews: stats.totalViews > 0 || isMenuOpened,
  };
}
