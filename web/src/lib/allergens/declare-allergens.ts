import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AllergensInput, ConfirmAllergensInput, OptionAllergensInput } from '@tavola/contracts/allergens.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Allergen } from '@tavola/contracts/rules/allergens.ts';
import { askedAllergens, basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { useMemo } from 'react';
import { ApiError, apiRequest, changedMeanwhile } from '../http/api.ts';
import { ITEMS, OPTION_GROUPS, useItems, useTenant } from '../http/queries.ts';
import type { DeclaredRow } from './declaration.ts';

/** GET /api/menu-check */
export const MENU_CHECK = ['/api/menu-check'] as const;

/** The allergens that the restaurant is asked for; undefined while they load. */
export function useAskedAllergens(): readonly Allergen[] | undefined {
  const { data: tenant } = useTenant();
  const { data: items = NO_ITEMS } = useItems();
  return useMemo(() => tenant && askedAllergens(tenant.allergenScheme, items), [tenant, items]);
}

const NO_ITEMS: readonly MenuItem[] = [];

function showDeclared(client: QueryClient, declared: readonly MenuItem[]): void {
  const byId = new Map(declared.map((item) => [item.id, item]));
  client.setQueryData<MenuItem[]>(ITEMS, (items) => items?.map((item) => byId.get(item.id) ?? item));
}

function refetch(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ITEMS });
  void client.invalidateQueries({ queryKey: MENU_CHECK });
}

/** Declares what a dish contains, if it still matches `tag`. */
export function useDeclareAllergens() {
  const client = useQueryClient();
  const asked = useAskedAllergens();
  return useMutation({
    mutationFn: ({ id, input, tag }: { id: number; input: AllergensInput; tag: string | undefined }) =>
      apiRequest<MenuItem>('PUT', `/api/menu-items/${id}/allergens`, { ...input, asked }, { tag }),
    onSuccess: (item) => showDeclared(client, [item]),
    onError: (error) => {
      const current = changedMeanwhile<MenuItem>(error);
      if (current) showDeclared(client, [current]);
    },
    onSettled: () => refetch(client),
  });
}

/** Confirms what was declared of dishes, as they are here: all of them, or none. */
export function useConfirmAllergens() {
  const client = useQueryClient();
  const asked = useAskedAllergens();
  return useMutation({
    mutationFn: (items: readonly (DeclaredRow & { id: number })[]) =>
      apiRequest<MenuItem[]>('POST', '/api/allergens/confirm', {
        items: items.map((item) => ({ id: item.id, basis: basisOf(item), declaredAt: item.allergens?.at })),
        asked: asked && [...asked],
      } satisfies ConfirmAllergensInput),
    onSuccess: (items) => showDeclared(client, items),
    onSettled: () => refetch(client),
  });
}

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
    onSettled: () => {
      void client.invalidateQueries({ queryKey: OPTION_GROUPS });
      void client.invalidateQueries({ queryKey: MENU_CHECK });
    },
  });
}

/** Why a declaration was refused, in the server's words: what of it contradicts the dish's diets. */
export const refusedFields = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.errors[0]?.message : undefined;
