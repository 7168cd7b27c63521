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

/** The restaurant's menu items, in the menu's order. */
export function useItems() {
  return useQuery<MenuItem[]>({ queryKey: ITEMS });
}

/** The restaurant's categories, to choose from and to name. */
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

/** Adds an item, once, however often it has to be sent. */
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

/** Changes an item in the state of `tag`: only what is said changes, so that two people at work don't undo each other. */
export function useChangeItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, tag }: { id: number; change: MenuItemChange; tag: string | undefined }) =>
      apiRequest<MenuItem>('PUT', `/api/menu-items/${id}`, change, { tag }),
    onSuccess: (changed) => setItem(client, changed.id, changed),
    // Waited for: what is there now may be in a category that was added meanwhile.
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

/** Switches one item between Available and Out of Stock: shown at once, taken back when the server refuses. */
export function useSwitchAvailability(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: SWITCHING,
    // Two quick taps on one item reach the server in their order.
    scope: { id: `availability-${id}` },
    mutationFn: (isAvailable: boolean) => apiRequest<MenuItem>('PUT', `/api/menu-items/${id}`, { isAvailable }),
    onMutate: async (isAvailable) => {
      // A list on its way would show the old state again.
      await client.cancelQueries({ queryKey: ITEMS });
      setItem(client, id, { isAvailable });
    },
    onError: (error, isAvailable) => {
      setItem(client, id, { isAvailable: !isAvailable });
      toastFailure(error, 'Update failed', 'Failed to update menu item. Please try again.');
    },
    onSettled: () => {
      // The last of several at once refetches, for all of them.
      if (client.isMutating({ mutationKey: SWITCHING }) === 1) refetchItems(client);
    },
  });
}

/** Puts items in another order among themselves. */
export function useOrderItems() {
  return useReorder<MenuItem>(ITEMS[0], 'Failed to update menu item. Please try again.');
}
