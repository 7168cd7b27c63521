import { type Allergen, allergensOf } from '@tavola/contracts/rules/allergens.ts';
import { groupsById } from '@tavola/contracts/rules/choices.ts';
import { createContext } from 'react';
import type { ShownGroup, ShownMenu } from './shown-menu.ts';
import type { Say } from './words/words.ts';

/** Most options in the lists of all dishes together. Beyond it, groups that dishes share are listed once, below the menu. */
export const LISTED_MAX = 600;

/** What several dishes share. */
export interface SharedFacts {
  /** The option groups by id. */
  groups: ReadonlyMap<number, ShownGroup>;
  /** Those of several dishes. On paper, each is listed once. */
  shared: ReadonlySet<number>;
  /** Whether they are too long to be listed with each dish. */
  isBrief: boolean;
  /** The allergens that the restaurant shows. */
  allergens: readonly Allergen[];
  /** What the menu declares of some dish or option. */
  declares: 'allergens' | 'diets' | 'nothing';
  /** The word for the energy of a dish. */
  energy: 'calories' | 'energy';
  isPrinting: boolean;
}

/** What the dishes of `menu` share. */
export function sharedFacts({
  items,
  optionGroups = [],
  tenant,
  saysCalories,
}: ShownMenu): Omit<SharedFacts, 'isPrinting'> {
  const groups = groupsById(optionGroups);
  const uses = new Map<number, number>();
  let listed = 0;
  for (const id of items.flatMap((item) => item.optionGroups ?? [])) {
    uses.set(id, (uses.get(id) ?? 0) + 1);
    listed += groups.get(id)?.options.length ?? 0;
  }
  const declaresAllergens = [...items, ...optionGroups.flatMap(({ options }) => options)].some(
    ({ allergens }) => allergens,
  );
  return {
    groups,
    shared: new Set([...uses].flatMap(([id, dishes]) => (dishes > 1 && groups.has(id) ? id : []))),
    isBrief: listed > LISTED_MAX,
    allergens: allergensOf(tenant.allergenScheme),
    declares: declaresAllergens ? 'allergens' : items.some(({ diet }) => diet?.length) ? 'diets' : 'nothing',
    energy: saysCalories ? 'calories' : 'energy',
  };
}

/** What the dishes of the menu around a component share. */
export const SharedFactsContext = createContext<SharedFacts>({
  groups: new Map(),
  shared: new Set(),
  isBrief: false,
  allergens: allergensOf(undefined),
  declares: 'nothing',
  energy: 'energy',
  isPrinting: false,
});

/** The option groups of a dish, in its order. */
export const groupsOf = (
  { optionGroups = [] }: { optionGroups?: readonly number[] | undefined },
  groups: SharedFacts['groups'],
): ShownGroup[] => optionGroups.flatMap((id) => groups.get(id) ?? []);

/** How many options of a group guests choose, in words. */
export function countInWords({ min, max, options }: ShownGroup, say: Say): string {
  const most = max === null || max >= options.length ? undefined : max;
  if (most === min) return say('choose', { count: min });
  if (most !== undefined)
    return min > 0 ? say('chooseBetween', { min, max: most }) : say('chooseUpTo', { count: most });
  return min > 0 ? say('chooseAtLeast', { count: min }) : say('chooseAny');
}
