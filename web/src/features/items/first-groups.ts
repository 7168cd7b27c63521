import { useDeferredValue } from 'react';
import type { ItemGroup } from './group-items.ts';

/** About what a laptop's window shows. */
const FIRST_ITEMS = 12;

/** The groups; on arrival those in view alone, and the rest right after: on a phone a long list takes time to draw. */
export function useFirstGroups(groups: readonly ItemGroup[]): readonly ItemGroup[] {
  const isWhole = useDeferredValue(true, false);
  return isWhole ? groups : firstGroups(groups);
}

function firstGroups(groups: readonly ItemGroup[]): ItemGroup[] {
  let room = FIRST_ITEMS;
  const first: ItemGroup[] = [];
  for (const group of groups) {
    if (room <= 0) break;
    first.push({ ...group, items: group.items.slice(0, room) });
    room -= group.items.length;
  }
  return first;
}
