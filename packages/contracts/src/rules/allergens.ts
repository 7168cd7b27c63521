import type { Diet } from './diets.ts';

// Allergens, and for whom a dish is. No zod here: guests' phones load this file.

/**
 * The allergens in the order of `states`: the fourteen of Annex II of Regulation (EU) 1169/2011, and wheat, which the nine of US
 * law (FALCPA, FASTER Act) name instead of gluten.
 */
export const ALLERGENS = [
  'gluten',
  'wheat',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soy',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;
export type Allergen = (typeof ALLERGENS)[number];

/** Which allergens are asked for and shown, by scheme. What is stored is the same for all. */
export const ALLERGEN_SCHEMES = {
  eu14: ALLERGENS.filter((one) => one !== 'wheat'),
  us9: ['wheat', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soy', 'milk', 'nuts', 'sesame'],
} as const satisfies Readonly<Record<string, readonly Allergen[]>>;
export type AllergenScheme = keyof typeof ALLERGEN_SCHEMES;
export const DEFAULT_ALLERGEN_SCHEME: AllergenScheme = 'eu14';

/** The scheme `name`; the default where it is missing or unknown. */
export const allergenSchemeOf = (name: string | undefined): AllergenScheme =>
  Object.hasOwn(ALLERGEN_SCHEMES, name ?? '') ? (name as AllergenScheme) : DEFAULT_ALLERGEN_SCHEME;

/** The allergens that a restaurant with the scheme `name` asks for and shows. */
export const allergensOf = (name: string | undefined): readonly Allergen[] => ALLERGEN_SCHEMES[allergenSchemeOf(name)];

/** Contains, may contain, free from, unknown. */
export type AllergenState = 'c' | 'm' | 'f' | 'u';

/** The states where nothing is declared. */
export const NOTHING_DECLARED = 'u'.repeat(ALLERGENS.length);

/** The state of `allergen` in `states`: a letter for each allergen, in order. */
export const stateOf = (states: string | undefined, allergen: Allergen): AllergenState =>
  ((states ?? NOTHING_DECLARED)[ALLERGENS.indexOf(allergen)] ?? 'u') as AllergenState;

/** Whether `state` is a warning: contains, or may contain. */
export const isWith = (state: string): boolean => state === 'c' || state === 'm';

/** What must not be in a dish of a diet, by diet. */
export const EXCLUDED: Readonly<Partial<Record<string, readonly Allergen[]>>> = {
  vegan: ['milk', 'eggs', 'fish', 'crustaceans', 'molluscs'],
  vegetarian: ['fish', 'crustaceans', 'molluscs'],
  'gluten-free': ['gluten', 'wheat'],
} satisfies Partial<Record<Diet, readonly Allergen[]>>;

/** What a dish of a diet is not made with, by diet. */
export const OPPOSED: Readonly<Partial<Record<string, readonly string[]>>> = {
  vegan: ['pork'],
  vegetarian: ['pork'],
  halal: ['pork', 'alcohol'],
  kosher: ['pork'],
} satisfies Partial<Record<Diet, readonly Diet[]>>;

/** Whether a dish that is said to be `said` is said to be for `diet`, too: what is vegan is vegetarian. */
export const isSaidFor = (diet: string, said: readonly string[] | undefined): boolean =>
  said !== undefined && (said.includes(diet) || (diet === 'vegetarian' && said.includes('vegan')));

/** Traces do not make a dish of plants another one, but they do matter to who must not eat gluten. */
export const allowsTraces = (diet: string): boolean => diet !== 'gluten-free';

/** Whether a dish with the states `s` may be called so: "gluten-free" counts only while the declaration says so. */
export const mayBeCalled = (diet: string, s: string | undefined): boolean =>
  allowsTraces(diet) || stateOf(s, 'gluten') === 'f';

/** What a guest wants: no such allergens, and such diets. */
export interface Wanted {
  readonly allergens: readonly Allergen[];
  /** Whether traces ("may contain") are fine. */
  readonly traces: boolean;
  readonly diets: readonly string[];
}

/** Whether a dish is for a guest: `choice` depends on what they choose, `unknown` on what is not declared. */
export type Verdict = 'fits' | 'choice' | 'unknown' | 'hidden';

/** From the most careful one. */
const BY_CARE: readonly Verdict[] = ['hidden', 'unknown', 'choice', 'fits'];

const mostCareful = (verdicts: readonly Verdict[]): Verdict =>
  BY_CARE.find((verdict) => verdicts.includes(verdict)) as Verdict;

interface Shown {
  readonly allergens?: { readonly s: string } | undefined;
  readonly diet?: readonly string[] | undefined;
}

/** The verdict on something without `unwanted`. */
function withoutVerdict(
  { allergens }: Shown,
  { allergens: unwanted, traces }: Pick<Wanted, 'allergens' | 'traces'>,
): Verdict {
  const states = unwanted.map((one) => stateOf(allergens?.s, one));
  if (states.some((state) => state === 'c' || (state === 'm' && !traces))) return 'hidden';
  return states.includes('u') ? 'unknown' : 'fits';
}

/** The verdict on something by the allergens that `diet` rules out. */
const excludedVerdict = (given: Shown, diet: string): Verdict =>
  withoutVerdict(given, { allergens: EXCLUDED[diet] ?? [], traces: allowsTraces(diet) });

/** The verdict on a dish by itself, whatever can be chosen with it. */
const dishVerdict = (dish: Shown, wanted: Wanted): Verdict =>
  mostCareful([
    withoutVerdict(dish, wanted),
    ...wanted.diets.map((diet) => {
      const isOpposed = OPPOSED[diet]?.some((one) => dish.diet?.includes(one));
      if (isOpposed || excludedVerdict(dish, diet) === 'hidden') return 'hidden';
      return isSaidFor(diet, dish.diet) && mayBeCalled(diet, dish.allergens?.s) ? 'fits' : 'unknown';
    }),
  ]);

/** The verdict on an option. Nobody says of one which diets it is for, but what it contains may rule a diet out. */
export const optionVerdict = (option: Shown, wanted: Wanted): Verdict =>
  mostCareful([
    withoutVerdict(option, wanted),
    ...wanted.diets.map((diet) => (option.allergens ? excludedVerdict(option, diet) : 'unknown')),
  ]);

/** Options of which a guest chooses at least `min`. */
interface Group {
  readonly min: number;
  readonly options: readonly Shown[];
}

/** The verdict on what must be chosen: options that are sold out count, as they may be back by the next order. */
export function groupVerdict({ min, options }: Group, wanted: Wanted): Verdict {
  const verdicts = options.map((option) => optionVerdict(option, wanted));
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  const fitting = count('fits');
  // That an option is vegan or halal does not follow from its allergens: bacon is none.
  if (fitting === options.length && wanted.diets.every((diet) => diet === 'gluten-free')) return 'fits';
  if (fitting >= min) return 'choice';
  return fitting + count('unknown') >= min ? 'unknown' : 'hidden';
}

/** Whether a dish, with the option groups `groups`, is for a guest who wants `wanted`. What is not declared is never "fits". */
export const verdictOf = (dish: Shown, groups: readonly Group[], wanted: Wanted): Verdict =>
  mostCareful([dishVerdict(dish, wanted), ...groups.map((group) => groupVerdict(group, wanted))]);
