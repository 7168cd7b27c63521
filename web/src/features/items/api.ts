import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { withChange } from '@tavola/contracts/field-list.ts';
import {
  type Category,
  type MenuItem,
  type MenuItemChange,
  menuItem,
  type NewCategory,
  type NewMenuItem,
} from '@tavola/contracts/menu.ts';
import { useConfirmDraft } from '../../lib/draft/confirm-draft.ts';
import { draftOfChanges } from '../../lib/draft/planned-change.ts';
import { ApiError, apiRequest } from '../../lib/http/api.ts';
import { toastFailure } from '../../lib/http/failure-toast.ts';
import { hasFailed } from '../../lib/http/has-failed.ts';
import { type OnceKeys, useOnceKeys, withAdded } from '../../lib/http/once-key.ts';
import { CATEGORIES, DAYPARTS, ITEMS, useItems, useTenant } from '../../lib/http/queries.ts';
import { changesTexts, refetchTranslations } from '../../lib/http/refetch-translations.ts';
import { isLastEdit, useSerialEdit } from '../../lib/http/serial-edit.ts';
import { useReorder } from '../../lib/http/use-reorder.ts';
import { type OwnMoney, ownMoney, UNKNOWN_MONEY } from '../../lib/money/own-money.ts';
import { choicesAt, momentInWords, type Until } from '../../lib/times/sold-out-until.ts';
import { useNow } from '../../lib/times/use-now.ts';
import { toastError } from '../../ui/toast.ts';

const STATS = ['/api/dashboard/stats'] as const;
const LAST_CATEGORY = ['last-category'] as const;
const EDITING = 'edit-item';
const NOT_UPDATED = 'Failed to update menu item. Please try again.';

/** The restaurant's hours and its time zone; this device's zone where they can't be loaded. */
export function useClock(): Pick<Tenant, 'hours' | 'timeZone'> {
  const { data } = useTenant();
  return data ?? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** Until when items can be sold out, in words. */
export interface SoldOutTimes {
  /** Empty while the restaurant's clock is not known. */
  choices: readonly Until[];
  /** The restaurant's time zone. */
  zone: string;
  /** When an item returns; undefined for one that waits for its owner, or is available. */
  returns: (item: MenuItem) => string | undefined;
}

/** The times that items can be sold out until. */
export function useSoldOutTimes(): SoldOutTimes {
  const { data: items } = useItems();
  const { data: tenant } = useTenant();
  const now = useNow(items);
  const { timeZone: zone } = useClock();
  return {
    zone,
    choices: tenant ? choicesAt(tenant, now) : [],
    returns: ({ isAvailable, soldOutUntil }) =>
      isAvailable || soldOutUntil === undefined ? undefined : momentInWords(Date.parse(soldOutUntil), zone, now),
  };
}

/** The restaurant's money; undefined while it loads. */
export function useMoney(): OwnMoney | undefined {
  const tenant = useTenant();
  // The list can do without, so that a dish can be marked as sold out all the same, also while the rows ask for it again.
  return tenant.data ? ownMoney(tenant.data) : hasFailed(tenant) ? UNKNOWN_MONEY : undefined;
}

function refetchItems(client: QueryClient) {
  void client.invalidateQueries({ queryKey: ITEMS });
  void client.invalidateQueries({ queryKey: STATS });
}

/** `change` with what the server does besides: an item is sold out until a time only where the change says so. */
const withAvailability = <Change extends MenuItemChange | Partial<MenuItem>>(change: Change) =>
  change.isAvailable === undefined ? change : { soldOutUntil: null, ...change };

function patchItem(client: QueryClient, id: number, change: MenuItemChange | Partial<MenuItem>) {
  client.setQueryData<MenuItem[]>(ITEMS, (items) =>
    items?.map((item) => (item.id === id ? withChange(menuItem, item, withAvailability(change)) : item)),
  );
}

function replaceItem(client: QueryClient, item: MenuItem) {
  client.setQueryData<MenuItem[]>(ITEMS, (items) => items?.map((one) => (one.id === item.id ? item : one)));
}

/** Adds an item (idempotent), with the keys of its form. */
export function useAddItem(once: OnceKeys) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: NewMenuItem) =>
      apiRequest<MenuItem>('POST', '/api/menu-items', input, { onceKey: once.keyFor(input) }),
    onSuccess: (added, input) => {
      once.renew(input);
      client.setQueryData<number | null>(LAST_CATEGORY, added.categoryId);
      client.setQueryData<MenuItem[]>(ITEMS, (items) => items && withAdded(items, [added]));
    },
    onError: () => void client.invalidateQueries({ queryKey: DAYPARTS }),
    onSettled: () => refetchItems(client),
  });
}

/** The category of the item that was added last in this session, to preselect; `undefined` if there is none. */
export function useLastCategory(): number | undefined {
  const client = useQueryClient();
  return client.getQueryData<number | null>(LAST_CATEGORY) ?? undefined;
}

/** Adds a category (idempotent), from a form that needs one. */
export function useAddCategory() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: NewCategory) =>
      apiRequest<Category>('POST', '/api/categories', input, { onceKey: once.keyFor(input) }),
    onSuccess: (added, input) => {
      once.renew(input);
      client.setQueryData<Category[]>(CATEGORIES, (categories) => categories && withAdded(categories, [added]));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: CATEGORIES }),
  });
}

/** Changes the given fields of an item if it still matches `tag`, so that two editors do not undo each other. */
export function useChangeItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, tag }: { id: number; change: MenuItemChange; tag: string | undefined }) =>
      apiRequest<MenuItem>('PUT', `/api/menu-items/${id}`, change, { tag }),
    onSuccess: (changed) => replaceItem(client, changed),
    onError: (error) => {
      // A daypart that it names may be gone.
      void client.invalidateQueries({ queryKey: DAYPARTS });
      // Awaited: the item's current state may be in a category that was added meanwhile.
      return error instanceof ApiError && error.current
        ? client.invalidateQueries({ queryKey: CATEGORIES })
        : undefined;
    },
    onSettled: (_changed, _error, { change }) => {
      refetchItems(client);
      if (changesTexts(change)) refetchTranslations(client);
    },
  });
}

/** Deletes an item. */
export function useDeleteItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => apiRequest('DELETE', `/api/menu-items/${id}`),
    onSuccess: (_, id) => client.setQueryData<MenuItem[]>(ITEMS, (items) => items?.filter((item) => item.id !== id)),
    onSettled: () => {
      refetchItems(client);
      refetchTranslations(client);
    },
  });
}

interface Edit {
  change: MenuItemChange;
  /** What the edit replaces, as the user saw it. With it, the edit is guarded: refused if somebody else changed the item. */
  seen?: Partial<MenuItem>;
}

/**
 * Changes fields of an item in the list itself: an optimistic update, rolled back with a toast if the server refuses.
 * A guarded edit is refused if the item was changed meanwhile; the list then shows its current state.
 */
export function useEditItem(id: number) {
  const client = useQueryClient();
  return useSerialEdit<MenuItem, Edit>({
    kind: EDITING,
    of: id,
    queryKey: ITEMS,
    stateOf: ({ seen }) => {
      const item = client.getQueryData<MenuItem[]>(ITEMS)?.find((one) => one.id === id);
      return item && { ...item, ...seen };
    },
    show: ({ change }) => patchItem(client, id, change),
    send: ({ change, seen }, { confirmed }) =>
      apiRequest<MenuItem>('PUT', `/api/menu-items/${id}`, change, {
        tag: seen && confirmed ? entityTag(confirmed) : undefined,
      }),
    onRefused: (error, { change }, { confirmed }) => {
      const isStale = error instanceof ApiError && error.code === 'changed-meanwhile';
      if (confirmed && isStale) replaceItem(client, confirmed);
      else if (confirmed) {
        const fields = Object.keys(withAvailability(change)) as (keyof MenuItem)[];
        patchItem(client, id, Object.fromEntries(fields.map((field) => [field, confirmed[field]])));
      }
      if (isStale) {
        toastError(
          'Update failed',
          `Someone else just changed ${confirmed?.name ?? ''}. The list shows the latest version.`,
        );
        void client.invalidateQueries({ queryKey: CATEGORIES });
      } else toastFailure(error, 'Update failed', NOT_UPDATED);
    },
    onSettled: ({ change }) => {
      if (isLastEdit(client, EDITING)) refetchItems(client);
      if (changesTexts(change)) refetchTranslations(client);
    },
  });
}

/** Whether changes of items are on their way. */
export const useIsEditing = (): boolean => useIsMutating({ mutationKey: [EDITING] }) > 0;

interface BulkAct {
  items: readonly MenuItem[];
  /** The fields that all of them get; null deletes them. */
  fields: MenuItemChange | null;
}

/** Changes the same fields of many items, or deletes them: all of them, or none. */
export function useBulkAct() {
  const client = useQueryClient();
  const confirm = useConfirmDraft();
  return useMutation({
    mutationKey: [EDITING],
    mutationFn: ({ items, fields }: BulkAct) =>
      confirm.mutateAsync(draftOfChanges(items.map((item) => ({ item, fields })))),
    onSuccess: (_done, { items, fields }) => {
      const ids = new Set(items.map(({ id }) => id));
      client.setQueryData<MenuItem[]>(ITEMS, (all) =>
        all?.flatMap((item) => {
          if (!ids.has(item.id)) return item;
          return fields ? withChange(menuItem, item, withAvailability(fields)) : [];
        }),
      );
    },
    onSettled: () => refetchItems(client),
  });
}

/** Reorders items among themselves. */
export function useOrderItems() {
  return useReorder<MenuItem>(ITEMS[0], NOT_UPDATED);
}
