import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Category, MenuItem, MenuItemChange, NewMenuItem } from '@tavola/contracts/menu.ts';
import { ApiError, apiRequest } from '../../lib/api.ts';
import { toastFailure } from '../../lib/failure-toast.ts';
import { useOnceKeys, withAdded } from '../../lib/once-key.ts';
import { useReorder } from '../../lib/use-reorder.ts';

const ITEMS = ['/api/menu-items'] as const;
const CATEGORIES = ['/api/categories'] as const;
const STATS = ['/api/dashboard/stats'] as const;
const SWITCHING = ['switch-availability'] as const;

/** The restaurant's menu items, in menu order. */
export function useItems() {
  return useQuery<MenuItem[]>({ queryKey: ITEMS });
}

/** The restaurant's categories, for choices and labels. */
export function useCategories() {
  return useQuery<Category[]>({ queryKey: CATEGORIES });
}

function refetchItems(client: QueryClient) {
  void client.invalidateQueries({ queryKey: ITEMS });
  void client.invalidateQueries({ queryKey: STATS });
}

function setItem(client: QueryClient, id: number, change: Partial<MenuItem>) {
  client.setQueryData<MenuItem[]>(ITEMS, (items) =>
    items?.map((item) => (item.id === id ? { ...item, ...change } : item)),
  );
}

/** Adds an item (idempotent). */
export function useAddItem() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: NewMenuItem) =>
      apiRequest<MenuItem>('POST', '/api/menu-items', input, { onceKey: once.keyFor(input) }),
    onSuccess: (added) => {
      once.renew();
      client.setQueryData<MenuItem[]>(ITEMS, (items) => items && withAdded(items, [added]));
    },
    onSettled: () => refetchItems(client),
  });
}

/** Changes the given fields of an item if it still matches `tag`, so that two editors do not undo each other. */
export function useChangeItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, tag }: { id: number; change: MenuItemChange; tag: string | undefined }) =>
      apiRequest<MenuItem>('PUT', `/api/menu-items/${id}`, change, { tag }),
    onSuccess: (changed) => setItem(client, changed.id, changed),
    // Await this: the item's current state may be in a category that was added meanwhile.
    onError: (error) =>
      error instanceof ApiError && error.current ? client.invalidateQueries({ queryKey: CATEGORIES }) : undefined,
    onSettled: () => refetchItems(client),
  });
}

/** Deletes an item. */
export function useDeleteItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => apiRequest('DELETE', `/api/menu-items/${id}`),
    onSuccess: (_, id) => client.setQueryData<MenuItem[]>(ITEMS, (items) => items?.filter((item) => item.id !== id)),
    onSettled: () => refetchItems(client),
  });
}

/** Toggles an item between Available and Out of Stock: an optimistic update, rolled back on refusal. */
export function useSwitchAvailability(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: SWITCHING,
    // Two quick taps on one item reach the server in order.
    scope: { id: `availability-${id}` },
    mutationFn: (isAvailable: boolean) => apiRequest<MenuItem>('PUT', `/api/menu-items/${id}`, { isAvailable }),
    onMutate: async (isAvailable) => {
      // A list already being fetched would bring back the old state.
      await client.cancelQueries({ queryKey: ITEMS });
      setItem(client, id, { isAvailable });
    },
    onError: (error, isAvailable) => {
      setItem(client, id, { isAvailable: !isAvailable });
      toastFailure(error, 'Update failed', 'Failed to update menu item. Please try again.');
    },
    onSettled: () => {
      // Of several concurrent toggles, only the last refetches.
      if (client.isMutating({ mutationKey: SWITCHING }) === 1) refetchItems(client);
    },
  });
}

/** Reorders items among themselves. */
export function useOrderItems() {
  return useReorder<MenuItem>(ITEMS[0], 'Failed to update menu item. Please try again.');
}
