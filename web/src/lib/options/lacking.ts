import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';

/** What guests must choose with a dish. */
interface Needed {
  /** The group's name; missing for sizes. */
  name?: string;
  min: number;
  /** How many can be had. */
  left: number;
}

/** Whether guests can have as many options of a group as they must choose. */
export const hasEnough = ({ min, options }: Pick<OptionGroup, 'min' | 'options'>): boolean => leftOf(options) >= min;

const leftOf = (choices: readonly { isAvailable: boolean }[]): number =>
  choices.filter(({ isAvailable }) => isAvailable).length;

/** What guests must choose with a dish, of its sizes and of `groups`. */
const neededOf = (
  { variants, optionGroups = [] }: Pick<MenuItem, 'variants' | 'optionGroups'>,
  groups: ReadonlyMap<number, OptionGroup>,
): Needed[] => [
  ...(variants ? [{ min: 1, left: leftOf(variants) }] : []),
  ...optionGroups
    .flatMap((id) => groups.get(id) ?? [])
    .map(({ name, min, options }) => ({ name, min, left: leftOf(options) })),
];

/** Why guests can't order a dish that is marked available, such as "Guests can't order it: no Milk left"; undefined if they can. */
export function lackInWords(needed: readonly Needed[]): string | undefined {
  const words = needed
    .filter(({ min, left }) => left < min)
    .map(({ name, left }) =>
      name === undefined ? 'all sizes are out of stock' : left === 0 ? `no ${name} left` : `not enough ${name} left`,
    );
  return words.length > 0 ? `Guests can't order it: ${words.join(', ')}` : undefined;
}

/** Why guests can't order `item`; undefined if they can, or if it is marked sold out itself. */
export const lackOf = (
  item: Pick<MenuItem, 'isAvailable' | 'variants' | 'optionGroups'>,
  groups: ReadonlyMap<number, OptionGroup>,
): string | undefined => (item.isAvailable ? lackInWords(neededOf(item, groups)) : undefined);
