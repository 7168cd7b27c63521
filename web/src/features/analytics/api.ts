import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Analytics, DayRange } from '@tavola/contracts/analytics.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { CodeList } from '@tavola/contracts/qr.ts';
import { apiFile, saveFile } from '../../lib/http/api-file.ts';
import { CODES, ITEMS } from '../../lib/http/queries.ts';

/** Visits come in all the time: older statistics are refetched when the screen opens. */
export const FRESH_MS = 60_000;

/** The statistics of a range of days. Those of the previously chosen range stay until they load. */
export function useAnalytics(days: DayRange | undefined) {
  return useQuery<Analytics>({
    queryKey: [`/api/analytics?${new URLSearchParams(days)}`],
    enabled: days !== undefined,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** Item names by id; `undefined` while unknown. Refetched, so that an item added on another device does not look deleted. */
export function useItemNames(): ReadonlyMap<number, string> | undefined {
  const { data } = useQuery<MenuItem[]>({ queryKey: ITEMS, staleTime: FRESH_MS });
  return data && new Map(data.map(({ id, name }) => [id, name]));
}

/** The restaurant's codes by id; `undefined` while unknown. Refetched, like the items. */
export function useCodesById(): ReadonlyMap<string, CodeList['codes'][number]> | undefined {
  const { data } = useQuery<CodeList>({ queryKey: CODES, staleTime: FRESH_MS });
  return data && new Map(data.codes.map((code) => [code.id, code]));
}

/** Downloads the statistics of a range of days as CSV. */
export function useExport() {
  return useMutation({
    mutationFn: async (days: DayRange) => {
      const file = await apiFile(`/api/analytics/export.csv?${new URLSearchParams(days)}`);
      saveFile({ ...file, name: file.name ?? `menu-visits-${days.from}-to-${days.to}.csv` });
    },
  });
}
