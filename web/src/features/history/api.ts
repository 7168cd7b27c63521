import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { History, MenuChange } from '@tavola/contracts/history.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { useItems } from '../../lib/http/queries.ts';

const HISTORY = ['/api/history'] as const;

/** The menu's changes, newest first, page by page; only those of one item if it is given. Refetched on each visit. */
export const useHistory = (item: string | undefined) =>
  useInfiniteQuery<History, Error, MenuChange[], QueryKey, number | null>({
    queryKey: [HISTORY[0], { item }],
    staleTime: 0,
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ changes }) => changes),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (item !== undefined) query.set('item', item);
      if (pageParam !== null) query.set('before', String(pageParam));
      return apiRequest<History>('GET', query.size > 0 ? `${HISTORY[0]}?${query}` : HISTORY[0], undefined, { signal });
    },
  });

/** The first changes that a draft made. They stay what they were, so they are read once. */
export const useDraftChanges = (id: number) =>
  useQuery<History, Error, MenuChange[]>({
    queryKey: [`${HISTORY[0]}?draft=${id}`],
    select: ({ changes }) => changes,
  });

/** The name of a dish that is on the menu. */
export function useItemName(id: string | undefined): string | undefined {
  const { data } = useItems(id !== undefined);
  return data?.find((item) => String(item.id) === id)?.name;
}
