import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConfirmedDraft, DraftInput } from '@tavola/contracts/drafts.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { ApiError, apiRequest } from '../../lib/api.ts';
import { useOnceKeys } from '../../lib/once-key.ts';
import { refetchMenu } from '../../lib/put-back.ts';

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

/** Adds dishes and categories (idempotent): all of them, or none. */
export function useImport() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: DraftInput) =>
      apiRequest<ConfirmedDraft>('POST', '/api/menu-drafts', input, { onceKey: once.keyFor(input) }),
    onSuccess: () => once.renew(),
    // Also after a refusal: a category may be gone. After a lost answer the same request is sent again, and happens once.
    onSettled: (_imported, error) =>
      error && !(error instanceof ApiError && error.status < 500) ? undefined : refetchMenu(client),
  });
}
