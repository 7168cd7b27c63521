import { useQueryClient } from '@tanstack/react-query';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { availableAt, optionGroupsAt } from '@tavola/contracts/rules/turns.ts';
import { useEffect } from 'react';
import { ITEMS, OPTION_GROUPS, useItems, useOptionGroups } from '../http/queries.ts';
import { useNow } from './use-now.ts';

/** `item` as it is at `now`, in Unix time in milliseconds, as the server has it: what its time has come for is available, its sizes too. */
export function returnedAt(item: MenuItem, now: number): MenuItem {
  const returned = availableAt(item, now);
  const variants = returned.variants?.map((size) => availableAt(size, now));
  return variants?.some((size, at) => size !== item.variants?.[at]) ? { ...returned, variants } : returned;
}

/**
 * Keeps what is loaded of dishes and options as the server has it while time passes: a save that was based on another state would
 * be refused.
 */
export function useReturned(): void {
  const client = useQueryClient();
  // Only what other components have asked for.
  const { data: items = [] } = useItems(false);
  const { data: groups = [] } = useOptionGroups(false);
  const choices = [...items.flatMap(({ variants = [] }) => variants), ...groups.flatMap(({ options }) => options)];
  const now = useNow([...items, ...choices]);
  useEffect(() => {
    client.setQueryData<MenuItem[]>(ITEMS, (list) => {
      const returned = list?.map((item) => returnedAt(item, now));
      return returned?.some((item, at) => item !== list?.[at]) ? returned : undefined;
    });
    client.setQueryData<OptionGroup[]>(OPTION_GROUPS, (list) => {
      const returned = list && optionGroupsAt(list, now);
      return returned === list ? undefined : [...(returned ?? [])];
    });
  }, [client, now]);
}
