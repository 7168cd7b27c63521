import type { AvailabilityInput } from '@tavola/contracts/availability.ts';

/** What a mark is about: the id of a dish, a size of one, or an option. */
export type MarkKey = number | `size ${number} ${number}` | `option ${number}`;

type Named = Pick<AvailabilityInput['changes'][number], 'item' | 'variant' | 'option'>;

/** The key of what a request or its answer names. */
export const keyOf = ({ item, variant, option }: Named): MarkKey =>
  option !== undefined ? `option ${option}` : variant !== undefined ? `size ${Number(item)} ${variant}` : Number(item);

/** What a request has for a key. */
export function namedBy(key: MarkKey): Named {
  if (typeof key === 'number') return { item: key };
  const [kind, ...ids] = key.split(' ');
  const [first, second] = ids.map(Number);
  return kind === 'option' ? { option: first } : { item: first, variant: second };
}
