import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Tenant } from '@tavola/contracts/auth.ts';
import type { PutBackChange } from '@tavola/contracts/history.ts';
import type { Imported, ImportInput } from '@tavola/contracts/imports.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { ApiError, apiRequest } from '../../lib/api.ts';
import { useOnceKeys } from '../../lib/once-key.ts';
import { type OwnMoney, ownMoney, UNKNOWN_MONEY } from '../../lib/own-money.ts';
import { refetchTranslations } from '../../lib/refetch-translations.ts';

const ITEMS = ['/api/menu-items'] as const;
const CATEGORIES = ['/api/categories'] as const;

/** What is on the menu already. */
export function useMenu() {
  const categories = useQuery<Category[]>({ queryKey: CATEGORIES });
  const items = useQuery<MenuItem[]>({ queryKey: ITEMS });
  const both = [categories, items];
  return {
    menu: categories.data && items.data && { categories: categories.data, items: items.data },
    isError: both.some((one) => one.isError && !one.data),
    isFetching: both.some((one) => one.isFetching),
    retry: () => void Promise.all(both.filter((one) => one.isError).map((one) => one.refetch())),
  };
}

/** The restaurant's money; prices have no sign until the restaurant is known. */
export function useMoney(): OwnMoney {
  const { data } = useQuery<Tenant>({ queryKey: ['/api/tenant'] });
  return data ? ownMoney(data) : UNKNOWN_MONEY;
}

/** Reads everything again that shows dishes. */
function useRefetchMenu() {
  const client = useQueryClient();
  return () => {
    refetchTranslations(client);
    return Promise.all(
      [ITEMS, CATEGORIES, ['/api/history'], ['/api/dashboard/stats']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
}

/** Adds dishes and categories (idempotent): all of them, or none. */
export function useImport() {
  const refetchMenu = useRefetchMenu();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: ImportInput) =>
      apiRequest<Imported>('POST', '/api/menu-imports', input, { onceKey: once.keyFor(input) }),
    onSuccess: () => once.renew(),
    // Also after a refusal: a category may be gone. After a lost answer the same request is sent again, and happens once.
    onSettled: (_imported, error) =>
      error && !(error instanceof ApiError && error.status < 500) ? undefined : refetchMenu(),
  });
}

/** Takes an import away again (idempotent), except for what was changed since. */
export function useUndoImport() {
  const refetchMenu = useRefetchMenu();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: ({ change }: Imported) =>
      apiRequest<PutBackChange>('POST', `/api/history/${change}/put-back`, undefined, { onceKey: once.keyFor(change) }),
    onSuccess: () => once.renew(),
    onSettled: refetchMenu,
  });
}
