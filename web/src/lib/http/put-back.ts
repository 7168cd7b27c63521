import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PutBackChange } from '@tavola/contracts/history.ts';
import { readLapsed } from '../allergens/lapsed.tsx';
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

/** Puts a change of the history back, by its id (idempotent). `lapsed` is for how many dishes allergens were to be confirmed before. */
export function usePutBack() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: async (id: number) => {
      const lapsed = await readLapsed(client);
      const path = `/api/history/${id}/put-back`;
      return {
        lapsed,
        ...(await apiRequest<PutBackChange>('POST', path, undefined, { onceKey: once.keyFor({ id }) })),
      };
    },
    onSuccess: (_done, id) => once.renew({ id }),
    // Also after a failure: the change may have been put back although the response was lost.
    onSettled: () => refetchMenu(client),
  });
}
