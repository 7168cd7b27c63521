import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PutBackChange } from '@tavola/contracts/history.ts';
import { apiRequest } from './api.ts';
import { useOnceKeys } from './once-key.ts';
import { refetchTranslations } from './refetch-translations.ts';

const SHOWING_MENU = [
  '/api/history',
  '/api/menu-items',
  '/api/categories',
  '/api/dayparts',
  '/api/option-groups',
  '/api/dashboard/stats',
] as const;

/** Reads everything again that shows the menu, after a change of many parts of it. */
export function refetchMenu(client: QueryClient): Promise<unknown> {
  refetchTranslations(client);
  return Promise.all(SHOWING_MENU.map((path) => client.invalidateQueries({ queryKey: [path] })));
}

/** Puts a change of the history back, by its id (idempotent). */
export function usePutBack() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (id: number) =>
      apiRequest<PutBackChange>('POST', `/api/history/${id}/put-back`, undefined, { onceKey: once.keyFor({ id }) }),
    onSuccess: (_done, id) => once.renew({ id }),
    // Also after a failure: the change may have been put back although the response was lost.
    onSettled: () => refetchMenu(client),
  });
}
