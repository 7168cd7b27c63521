import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account, Tenant, TenantInput } from '@tavola/contracts/auth.ts';
import type { DataExport } from '@tavola/contracts/export.ts';
import { ApiError, apiRequest } from '../../lib/api.ts';
import { apiFile, saveFile } from '../../lib/api-file.ts';

const TENANT = ['/api/tenant'] as const;

/** The restaurant. */
export function useTenant() {
  return useQuery<Tenant>({ queryKey: TENANT });
}

/** Whether guests can't see the menu, because the restaurant will be deleted; undefined until that is known. */
export function useIsMenuClosed(): boolean | undefined {
  const { data, isError } = useQuery<Account>({ queryKey: ['/api/account'] });
  return data ? data.deleteAt !== null : isError ? false : undefined;
}

/** Queries that depend on the menu's address or the restaurant's time zone. */
const FOLLOWING = ['/api/qr-code', '/api/dashboard/stats', '/api/analytics'] as const;

/** Saves the restaurant's information and branding if it still matches `tag`. */
export function useSaveTenant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, tag }: { input: TenantInput; tag: string | undefined }) =>
      apiRequest<Tenant>('PUT', '/api/tenant', input, { tag }),
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.current) return;
      client.setQueryData<Tenant>(TENANT, error.current as Tenant);
    },
    onSuccess: (saved) => {
      client.setQueryData<Tenant>(TENANT, saved);
      for (const path of [...TENANT, ...FOLLOWING]) void client.invalidateQueries({ queryKey: [path] });
    },
  });
}

const EXPORT = '/api/account/export';
const EXPORT_PROGRESS = [`${EXPORT}/progress`] as const;

/** How often an export that is being made is looked at, in milliseconds. */
const EXPORT_LOOK_MS = 1_000;

/** Whether an export is being made. */
export const isBeingMade = (found: DataExport | undefined): boolean =>
  found?.state === 'waiting' || found?.state === 'working';

/** The export of all the restaurant's data, polled while it is being made, despite errors in between. */
export function useDataExport() {
  return useQuery<DataExport>({
    queryKey: EXPORT_PROGRESS,
    refetchInterval: ({ state: { data } }) => (isBeingMade(data) ? EXPORT_LOOK_MS : false),
  });
}

/** Has an export made. */
export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiRequest<DataExport>('POST', EXPORT),
    onSuccess: (started) => client.setQueryData<DataExport>(EXPORT_PROGRESS, started),
  });
}

/** Downloads the file of an export. */
export function useDownloadExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const file = await apiFile(`${EXPORT}/file`);
      saveFile({ ...file, name: file.name ?? name });
    },
    // It may have expired, or another one may be in its place.
    onError: () => void client.invalidateQueries({ queryKey: EXPORT_PROGRESS }),
  });
}
