import type { AllergenKind, DeclaredAllergens } from '@tavola/contracts/allergens.ts';
import {
  ALLERGENS,
  type Allergen,
  type AllergenScheme,
  type AllergenState,
  stateOf,
} from '@tavola/contracts/rules/allergens.ts';
import type { Diet } from '@tavola/contracts/rules/diets.ts';
import { formatDay } from '../text/format.ts';
import type { DeclarationStatus } from './declaration.ts';

/** What owners call the allergens. */
export const ALLERGEN_NAMES: Readonly<Record<Allergen, string>> = {
  gluten: 'Gluten',
  wheat: 'Wheat',
  crustaceans: 'Crustaceans',
  eggs: 'Eggs',
  fish: 'Fish',
  peanuts: 'Peanuts',
  soy: 'Soy',
  milk: 'Milk',
  nuts: 'Tree nuts',
  celery: 'Celery',
  mustard: 'Mustard',
  sesame: 'Sesame',
  sulphites: 'Sulfites',
  lupin: 'Lupin',
  molluscs: 'Mollusks',
};

export const KIND_NAMES: Readonly<Record<AllergenKind, string>> = {
  almond: 'Almond',
  hazelnut: 'Hazelnut',
  walnut: 'Walnut',
  cashew: 'Cashew',
  pecan: 'Pecan',
  'brazil-nut': 'Brazil nut',
  pistachio: 'Pistachio',
  macadamia: 'Macadamia',
  wheat: 'Wheat',
  rye: 'Rye',
  barley: 'Barley',
  oats: 'Oats',
  spelt: 'Spelt',
  kamut: 'Kamut',
};

/** What can be said of an allergen. */
export const STATE_NAMES: Readonly<Record<AllergenState, string>> = {
  c: 'Contains',
  m: 'May contain',
  f: 'Free from',
  u: 'Not declared',
};

export const SCHEME_NAMES: Readonly<Record<AllergenScheme, string>> = {
  eu14: 'The 14 of the EU',
  us9: 'The 9 of the US',
};

/** How far a dish is declared. */
export const STATUS_NAMES: Readonly<Record<DeclarationStatus, string>> = {
  declared: 'Declared',
  partly: 'Partly declared',
  unconfirmed: 'To be confirmed',
  missing: 'Not declared',
};

/** What owners call the diets, and what each says of a dish. */
export const DIET_NAMES: Readonly<Record<Diet, string>> = {
  vegan: 'Vegan',
  vegetarian: 'Vegetarian',
  halal: 'Halal',
  kosher: 'Kosher',
  'gluten-free': 'Gluten-free',
  organic: 'Organic',
  alcohol: 'With alcohol',
  pork: 'With pork',
};

/** A diet in words; of one that a newer release knows, its code. */
export const dietInWords = (diet: string): string => DIET_NAMES[diet as Diet] ?? diet;

/** As in 'gluten, milk'. */
export const namesInWords = (allergens: readonly Allergen[]): string =>
  allergens.map((one) => ALLERGEN_NAMES[one].toLowerCase()).join(', ');

/** As in 'contains gluten, milk; may contain nuts; free from eggs', of the allergens `asked`. */
export function statesInWords(states: string | undefined, asked: readonly Allergen[] = ALLERGENS): string {
  const parts = (['c', 'm', 'f'] as const).flatMap((state) => {
    const named = asked.filter((one) => stateOf(states, one) === state);
    return named.length > 0 ? `${STATE_NAMES[state].toLowerCase()} ${namesInWords(named)}` : [];
  });
  return parts.join('; ') || 'nothing declared';
}

/** How many allergens that a dish is free from are named where there is little room. */
const FREE_NAMED = 3;

/** The same in short: 'contains milk; free from 13 others'. */
export function shortlyInWords(states: string | undefined, asked: readonly Allergen[]): string {
  const free = asked.filter((one) => stateOf(states, one) === 'f').length;
  if (free <= FREE_NAMED) return statesInWords(states, asked);
  if (free === asked.length) return `free from all ${free}`;
  const others = asked.filter((one) => stateOf(states, one) !== 'f');
  const isAny = others.some((one) => stateOf(states, one) !== 'u');
  return isAny ? `${statesInWords(states, others)}; free from ${free} others` : `free from ${free} of ${asked.length}`;
}

/** As in 'Declared by you on November 27, 2026', by the clock in `zone`; `names` are those of the team, by user id. */
export function declaredInWords(
  { by, at }: Pick<DeclaredAllergens, 'by' | 'at'>,
  me: string | undefined,
  names: ReadonlyMap<string, string> | undefined,
  zone: string | undefined,
): string {
  const who = by === null ? '' : `by ${by === me ? 'you' : (names?.get(by) ?? 'someone else')} `;
  return `Declared ${who}on ${formatDay(at, zone)}`;
}
