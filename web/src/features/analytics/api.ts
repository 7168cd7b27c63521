import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Analytics, DayRange } from '@tavola/contracts/analytics.ts';
import type { Tenant } from '@tavola/contracts/auth.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { CodeList } from '@tavola/contracts/qr.ts';
import { apiFile, saveFile } from '../../lib/api-file.ts';

/** Guests come all the time: older figures are asked for again when the screen is opened. */
const FRESH_MS = 60_000;

/** The restaurant, for its time zone. */
export function useTenant() {
  return useQuery<Tenant>({ queryKey: ['/api/tenant'] });
}

/** The figures of a range of days; those of the range before stand until they are here. */
export function useAnalytics(days: DayRange | undefined) {
  return useQuery<Analytics>({
    queryKey: [`/api/analytics?${new URLSearchParams(days)}`],
    enabled: days !== undefined,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** What the menu's items are called; `undefined` while nobody can say. */
export function useItemNames(): ReadonlyMap<number, string> | undefined {
  const { data } = useQuery<MenuItem[]>({ queryKey: ['/api/menu-items'] });
  return data && new Map(data.map(({ id, name }) => [id, name]));
}

/** The restaurant's codes by id; `undefined` while nobody can say. */
export function useCodes(): ReadonlyMap<string, CodeList['codes'][number]> | undefined {
  const { data } = useQuery<CodeList>({ queryKey: ['/api/qr-codes'] });
  return data && new Map(data.codes.map((code) => [code.id, code]));
}

/** Downloads the figures of a range of days as CSV. */
export function useExport() {
  return useMutation({
    mutationFn: async (days: DayRange) => {
      const file = await apiFile(`/api/analytics/export.csv?${new URLSearchParams(days)}`);
      saveFile({ ...file, name: file.name ?? `menu-visits-${days.from}-to-${days.to}.csv` });
    },
  });
}
