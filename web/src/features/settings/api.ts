import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Tenant, TenantInput } from '@tavola/contracts/auth.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ApiError, apiRequest } from '../../lib/api.ts';
import { apiFile, saveFile } from '../../lib/api-file.ts';

const TENANT = ['/api/tenant'] as const;

/** The restaurant. */
export function useTenant() {
  return useQuery<Tenant>({ queryKey: TENANT });
}

/** The menu's first items, for the preview; empty until loaded. */
export function useSampleItems(count: number): readonly MenuItem[] {
  const { data } = useQuery<MenuItem[]>({ queryKey: ['/api/menu-items'] });
  return (data ?? []).slice(0, count);
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

/** Downloads all the restaurant's data as a zip. */
export function useExportData() {
  return useMutation({
    mutationFn: async () => {
      const file = await apiFile('/api/account/export');
      saveFile({ ...file, name: file.name ?? 'restaurant.zip' });
    },
  });
}
