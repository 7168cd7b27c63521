import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { newOptionGroup, OptionGroup, optionGroupChange } from '@tavola/contracts/choices.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { z } from 'zod';
import { apiRequest } from '../http/api.ts';
import { useOnceKeys, withAdded } from '../http/once-key.ts';
import { ITEMS, OPTION_GROUPS } from '../http/queries.ts';
import { refetchTranslations } from '../http/refetch-translations.ts';

/** What a form sends of an option group. */
export type OptionGroupInput = z.input<typeof newOptionGroup>;

interface Save {
  input: OptionGroupInput | z.input<typeof optionGroupChange>;
  tag: string | undefined;
}

/** Adds an option group (idempotent), or changes the given fields of group `id` if it still matches `tag`. */
export function useSaveOptionGroup(id: number | undefined) {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: ({ input, tag }: Save) =>
      id === undefined
        ? apiRequest<OptionGroup>('POST', OPTION_GROUPS[0], input, { onceKey: once.keyFor(input) })
        : apiRequest<OptionGroup>('PUT', `${OPTION_GROUPS[0]}/${id}`, input, { tag }),
    onSuccess: (saved, { input }) => {
      once.renew(input);
      client.setQueryData<OptionGroup[]>(OPTION_GROUPS, (groups) =>
        id === undefined
          ? groups && withAdded(groups, [saved])
          : groups?.map((group) => (group.id === id ? saved : group)),
      );
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: OPTION_GROUPS });
      refetchTranslations(client);
    },
  });
}

/** Deletes an option group; it goes from all dishes. */
export function useDeleteOptionGroup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => apiRequest('DELETE', `${OPTION_GROUPS[0]}/${id}`),
    onSuccess: (_, id) => {
      client.setQueryData<OptionGroup[]>(OPTION_GROUPS, (groups) => groups?.filter((group) => group.id !== id));
      client.setQueryData<MenuItem[]>(ITEMS, (items) => items?.map((item) => withoutGroup(item, id)));
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: OPTION_GROUPS });
      void client.invalidateQueries({ queryKey: ITEMS });
      refetchTranslations(client);
    },
  });
}

/** `item` without the option group `id`. */
export function withoutGroup(item: MenuItem, id: number): MenuItem {
  if (!item.optionGroups?.includes(id)) return item;
  const { optionGroups, ...rest } = item;
  const left = optionGroups.filter((one) => one !== id);
  return left.length > 0 ? { ...item, optionGroups: left } : rest;
}
