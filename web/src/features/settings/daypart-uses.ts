import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { many } from '../../lib/text/format.ts';

/** What may name a daypart. */
export interface DaypartUses {
  readonly categories: readonly Category[];
  readonly items: readonly MenuItem[];
}

const list = new Intl.ListFormat('en-US');

/** What names the daypart `id`: '2 categories, 1 item, and 3 offers'; empty if nothing does. */
export function usesInWords({ categories, items }: DaypartUses, id: number): string {
  const counts = [
    [categories.filter(({ dayparts }) => dayparts?.includes(id)).length, 'category', 'categories'],
    [items.filter(({ dayparts }) => dayparts?.includes(id)).length, 'item', 'items'],
    [items.filter(({ offers }) => offers?.some(({ daypart }) => daypart === id)).length, 'offer', 'offers'],
  ] as const;
  return list.format(counts.flatMap(([count, one, more]) => (count > 0 ? [many(count, one, more)] : [])));
}
