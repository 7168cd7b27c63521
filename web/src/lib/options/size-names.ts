import { newMenuItem } from '@tavola/contracts/menu.ts';

/** Names for sizes that have none, by how many there are. */
const SIZE_NAMES: readonly (readonly string[])[] = [
  ['Small', 'Large'],
  ['Small', 'Medium', 'Large'],
];

/** Names to propose for so many sizes; undefined where there are none to propose. */
export const proposedSizeNames = (count: number): readonly string[] | undefined =>
  SIZE_NAMES.find(({ length }) => length === count);

/** Why sizes can't have these names, in words; undefined if they can. */
export const sizeNamesError = (names: readonly string[]): string | undefined =>
  newMenuItem.shape.variants.safeParse(names.map((name) => ({ name, price: 0, isAvailable: true }))).error?.issues[0]
    ?.message;
