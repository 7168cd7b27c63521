import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Category, CategoryChange, NewCategory } from '@tavola/contracts/menu.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { toastFailure } from '../../lib/http/failure-toast.ts';
import { hasFailed } from '../../lib/http/has-failed.ts';
import { useOnceKeys, withAdded } from '../../lib/http/once-key.ts';
import { CATEGORIES, DAYPARTS, ITEMS, useItems } from '../../lib/http/queries.ts';
import { refetchTranslations } from '../../lib/http/refetch-translations.ts';
import { isLastEdit, useSerialEdit } from '../../lib/http/serial-edit.ts';
import { useReorder } from '../../lib/http/use-reorder.ts';

const SWITCHING = 'switch-category';

/** Item counts by category; `undefined` while they load, `null` if they can't be loaded. */
export function useItemCounts(): ReadonlyMap<number | null, number> | null | undefined {
  const items = useItems();
  const { data } = items;
  if (!data) return hasFailed(items) ? null : undefined;
  const counts = new Map<number | null, number>();
  for (const { categoryId } of data) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
  return counts;
}

function setCategory(client: QueryClient, id: number, change: Partial<Category>) {
  client.setQueryData<Category[]>(CATEGORIES, (categories) =>
    categories?.map((category) => (category.id === id ? { ...category, ...change } : category)),
  );
}

/** Adds a category (idempotent), or changes the given fields of category `id` if it still matches `tag`. */
export function useSaveCategory(id: number | undefined) {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: ({ input, tag }: { input: NewCategory | CategoryChange; tag: string | undefined }) =>
      id === undefined
        ? apiRequest<Category>('POST', '/api/categories', input, { onceKey: once.keyFor(input) })
        : apiRequest<Category>('PUT', `/api/categories/${id}`, input, { tag }),
    onSuccess: (saved, { input }) => {
      once.renew(input);
      client.setQueryData<Category[]>(CATEGORIES, (categories) =>
        id === undefined
          ? categories && withAdded(categories, [saved])
          : categories?.map((category) => (category.id === id ? saved : category)),
      );
    },
    // A daypart that it names may be gone.
    onError: () => void client.invalidateQueries({ queryKey: DAYPARTS }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: CATEGORIES });
      refetchTranslations(client);
    },
  });
}

/** Deletes a category; its items stay, without a category. */
export function useDeleteCategory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => apiRequest('DELETE', `/api/categories/${id}`),
    onSuccess: (_, id) =>
      client.setQueryData<Category[]>(CATEGORIES, (categories) => categories?.filter((category) => category.id !== id)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: CATEGORIES });
      void client.invalidateQueries({ queryKey: ITEMS });
      refetchTranslations(client);
    },
  });
}

/** Shows or hides a category on the menu: an optimistic update, rolled back if the server refuses. */
export function useSwitchCategory(id: number) {
  const client = useQueryClient();
  return useSerialEdit<Category, boolean>({
    kind: SWITCHING,
    of: id,
    queryKey: CATEGORIES,
    stateOf: () => client.getQueryData<Category[]>(CATEGORIES)?.find((category) => category.id === id),
    show: (isActive) => setCategory(client, id, { isActive }),
    send: (isActive) => apiRequest<Category>('PUT', `/api/categories/${id}`, { isActive }),
    onRefused: (error, isActive, { confirmed }) => {
      setCategory(client, id, { isActive: confirmed?.isActive ?? !isActive });
      toastFailure(error, 'Update failed', 'Failed to update category. Please try again.');
    },
    onSettled: () => {
      if (isLastEdit(client, SWITCHING)) void client.invalidateQueries({ queryKey: CATEGORIES });
    },
  });
}

/** Reorders the categories. */
export function useOrderCategories() {
  return useReorder<Category>(CATEGORIES[0], 'Failed to update category. Please try again.');
}
