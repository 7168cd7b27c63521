import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MenuCheck } from '@tavola/contracts/allergens.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { allergenSchemeOf } from '@tavola/contracts/rules/allergens.ts';
import { MENU_CHECK, refusedFields } from '../../lib/allergens/declare-allergens.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { toastFailure } from '../../lib/http/failure-toast.ts';
import { ITEMS, useTenant } from '../../lib/http/queries.ts';

export const NOT_DECLARED = ['Declaration failed', 'Failed to declare the allergens. Please try again.'] as const;

/** What the dishes and their options lack, of the allergens of the restaurant's scheme. */
export function useMenuCheck() {
  const { data: tenant } = useTenant();
  const scheme = allergenSchemeOf(tenant?.allergenScheme);
  return useQuery({
    queryKey: [...MENU_CHECK, scheme],
    queryFn: ({ signal }) => apiRequest<MenuCheck>('GET', `${MENU_CHECK[0]}?scheme=${scheme}`, undefined, { signal }),
    enabled: tenant !== undefined,
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
