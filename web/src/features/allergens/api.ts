import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MenuCheck, OptionAllergensInput } from '@tavola/contracts/allergens.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { useState } from 'react';
import { type Declaration, declarationInput } from '../../lib/allergens/declaration.ts';
import { MENU_CHECK, refusedFields, useDeclareAllergens } from '../../lib/allergens/declare-allergens.ts';
import { ApiError, apiRequest, isRefusal } from '../../lib/http/api.ts';
import { toastFailure } from '../../lib/http/failure-toast.ts';
import { ITEMS, OPTION_GROUPS } from '../../lib/http/queries.ts';

export const NOT_DECLARED = ['Declaration failed', 'Failed to declare the allergens. Please try again.'] as const;

/** What the dishes lack. */
export const useMenuCheck = (enabled: boolean) => useQuery<MenuCheck>({ queryKey: MENU_CHECK, enabled });

/** Declares what options of a group contain, if the group still is as it was. */
export function useDeclareOptions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ group, options }: { group: OptionGroup } & OptionAllergensInput) =>
      apiRequest<OptionGroup>(
        'PUT',
        `/api/option-groups/${group.id}/allergens`,
        { options },
        { tag: entityTag(group) },
      ),
    onSuccess: (group) =>
      client.setQueryData<OptionGroup[]>(OPTION_GROUPS, (groups) =>
        groups?.map((one) => (one.id === group.id ? group : one)),
      ),
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

/** Declares several dishes, one after the other: a refused one is no reason to lose the others. */
export function useDeclareMany() {
  const declare = useDeclareAllergens();
  const [isDeclaring, setDeclaring] = useState(false);
  /** Resolves to the dishes that were declared, and to why others were not. */
  const declareMany = async (made: readonly { item: MenuItem; declaration: Declaration }[]) => {
    setDeclaring(true);
    const done: number[] = [];
    const refused = new Map<number, string>();
    try {
      for (const { item, declaration } of made) {
        try {
          await declare.mutateAsync({ id: item.id, input: declarationInput(declaration), tag: entityTag(item) });
          done.push(item.id);
        } catch (error) {
          const reason = refusalOf(error);
          if (reason === undefined) {
            toastFailure(error, ...NOT_DECLARED);
            break;
          }
          refused.set(item.id, reason);
        }
      }
    } finally {
      setDeclaring(false);
    }
    return { done, refused };
  };
  return { declareMany, isDeclaring };
}

/** Why one dish was refused; undefined for what would refuse each. */
function refusalOf(error: unknown): string | undefined {
  if (!isRefusal(error)) return undefined;
  if (error instanceof ApiError && error.code === 'changed-meanwhile') return CHANGED;
  return refusedFields(error);
}

const CHANGED = 'Someone else just changed this dish. Check it, and declare again.';
