import { entityTag } from '../entity-tag.ts';
import {
  ALLERGENS,
  type Allergen,
  type AllergenState,
  allergensOf,
  isWith,
  NOTHING_DECLARED,
  stateOf,
} from './allergens.ts';
import { dateOf, localDay } from './times.ts';

// What is declared of allergens, and what may be shown of it. No zod here: the screens load this file.

/** `states` with `state` for `allergen`. */
export const withState = (states: string, allergen: Allergen, state: AllergenState): string => {
  const at = ALLERGENS.indexOf(allergen);
  return `${states.slice(0, at)}${state}${states.slice(at + 1)}`;
};

/** What is declared of an allergen is about these texts; with others, it is to be confirmed. */
interface Worded {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly variants?: readonly { readonly name: string }[] | undefined;
  readonly optionGroups?: readonly number[] | undefined;
}

/** The hash of what a declaration is about: a dish's texts, the names of its sizes, its option groups; of an option, its name. */
export const basisOf = ({ name, description, variants = [], optionGroups = [] }: Worded): string =>
  entityTag([name, description ?? '', variants.map((variant) => variant.name), optionGroups]);

/** Allergens as a restaurant declared them. */
export interface Declared {
  readonly states: string;
  /** When. ISO 8601. */
  readonly at: string;
  readonly basis: string;
}

/** Whether `declared` was said of the texts that `row` has now. */
export const isConfirmed = (declared: Pick<Declared, 'basis'>, row: Worded): boolean => declared.basis === basisOf(row);

/** How far a dish or an option is declared: all that is asked, some of it, before its texts changed, or nothing. */
export type DeclarationStatus = 'declared' | 'partly' | 'unconfirmed' | 'missing';

/** How far the allergens that are `asked` are declared of `row`, for the texts that it has now. */
export function statusOf(
  row: Worded & { readonly allergens?: Pick<Declared, 'states' | 'basis'> | undefined },
  asked: readonly Allergen[],
): DeclarationStatus {
  const { allergens } = row;
  const unknown = asked.filter((one) => stateOf(allergens?.states, one) === 'u');
  if (!allergens || unknown.length === asked.length) return 'missing';
  if (!isConfirmed(allergens, row)) return 'unconfirmed';
  return unknown.length > 0 ? 'partly' : 'declared';
}

/**
 * The allergens to ask of all `dishes` of a menu, and of their options, under the scheme `name`: guests read "gluten-free" only where
 * gluten is declared, so that is asked where some dish is marked so.
 */
export function askedAllergens(
  name: string | undefined,
  dishes: readonly { readonly diet?: readonly string[] | null | undefined }[],
): readonly Allergen[] {
  const asked = allergensOf(name);
  const isMarked = !asked.includes('gluten') && dishes.some(({ diet }) => diet?.includes('gluten-free'));
  return isMarked ? ['gluten', ...asked] : asked;
}

/** `states` that may be shown: "free from" counts only while it is confirmed. So an edit can only make a menu more careful. */
export const safeStates = (states: string, confirmed: boolean): string =>
  confirmed ? states : states.replaceAll('f', 'u');

/**
 * `states` declared by who was asked of `asked` alone, in place of `before`, in which "free from" is confirmed. Of the others, only what
 * was free from them is so still, and warnings stay.
 */
export function renewedStates(states: string, asked: readonly Allergen[], before = NOTHING_DECLARED): string {
  // What is on no screen follows what is: wheat does gluten, and gluten wheat where both were the same.
  const isFollowing = (one: Allergen) =>
    one === 'wheat' || (one === 'gluten' && stateOf(before, 'gluten') === stateOf(before, 'wheat'));
  const renewed = ALLERGENS.map((one) => {
    const [given, was] = [stateOf(states, one), stateOf(before, one)];
    if (asked.includes(one) || isWith(given)) return given;
    if (isWith(was) && !isFollowing(one)) return was;
    return was === 'f' ? given : 'u';
  }).join('');
  return consistentStates(renewed) ?? renewed;
}

/** What guests get of a declaration: the states that may be shown, and the day on which it was made, in the restaurant's time zone. */
export const shownAllergens = (declared: Declared, row: Worded, timeZone: string): { s: string; on: string } => ({
  s: safeStates(declared.states, isConfirmed(declared, row)),
  on: dateOf(localDay(Date.parse(declared.at), timeZone)),
});

/**
 * `states` with what follows: wheat is a cereal with gluten. Undefined if they contradict each other: free from gluten, with wheat.
 */
export function consistentStates(states: string): string | undefined {
  const [gluten = 'u', wheat = 'u', ...others] = states;
  if (gluten === 'f' && isWith(wheat)) return undefined;
  if (gluten === 'f') return ['f', 'f', ...others].join('');
  if (wheat === 'c') return ['c', 'c', ...others].join('');
  if (wheat === 'm' && gluten === 'u') return ['m', 'm', ...others].join('');
  return states;
}
