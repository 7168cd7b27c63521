import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MenuCheck, OptionAllergensInput } from '@tavola/contracts/allergens.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { MENU_CHECK, refusedFields, useAskedAllergens } from '../../lib/allergens/declare-allergens.ts';
import { apiRequest, changedMeanwhile } from '../../lib/http/api.ts';
import { toastFailure } from '../../lib/http/failure-toast.ts';
import { ITEMS, OPTION_GROUPS } from '../../lib/http/queries.ts';

export const NOT_DECLARED = ['Declaration failed', 'Failed to declare the allergens. Please try again.'] as const;

/** What the dishes lack. */
export const useMenuCheck = (enabled: boolean) => useQuery<MenuCheck>({ queryKey: MENU_CHECK, enabled });

/** Declares what options of the group `id` contain, if it still matches `tag`. */
export function useDeclareOptions() {
  const client = useQueryClient();
  const asked = useAskedAllergens();
  const show = (group: OptionGroup) =>
    client.setQueryData<OptionGroup[]>(OPTION_GROUPS, (groups) =>
      groups?.map((one) => (one.id === group.id ? group : one)),
    );
  return useMutation({
    mutationFn: ({ id, options, tag }: { id: number; tag: string | undefined } & OptionAllergensInput) =>
      apiRequest<OptionGroup>('PUT', `/api/option-groups/${id}/allergens`, { options, asked }, { tag }),
    onSuccess: show,
    onError: (error) => {
      const current = changedMeanwhile<OptionGroup>(error);
      if (current) show(current);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: OPTION_GROUPS }),
  });
}

/** Sets the diets of a dish, if it still is as it was. */
export function useSetDiets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ item, diet }: { item: MenuItem; diet: MenuItem['diet'] }) =>
      apiRequest<MenuItem>('PUT', `/api/menu-items/${item.id}`, { diet }, { tag: entityTag(item) }),
    onSuccess: (item) =>
      client.setQueryData<MenuItem[]>(ITEMS, (items) => items?.map((one) => (one.id === item.id ? item : one))),
    onError: (error) =>
      toastFailure(error, 'Update failed', refusedFields(error) ?? 'Failed to update menu item. Please try again.'),
    onSettled: () => void client.invalidateQueries({ queryKey: ITEMS }),
  });
}
