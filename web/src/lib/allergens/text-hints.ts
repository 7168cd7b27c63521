import type { AllergenKind } from '@tavola/contracts/allergens.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { WHEAT_KINDS } from '@tavola/contracts/rules/allergen-kinds.ts';
import {
  ALLERGEN_SCHEMES,
  ALLERGENS,
  type Allergen,
  type AllergenState,
  stateOf,
} from '@tavola/contracts/rules/allergens.ts';
import type { Diet } from '@tavola/contracts/rules/diets.ts';
import { type Declaration, KINDS_OF } from './declaration.ts';

// What the texts of a menu say of allergens and diets, such as "(A, C, G)" or "contains nuts". These are hints to ask about: only an
// owner's declaration says what a dish contains.

/** What a dish's texts hint at, or what another restaurant declared of the same dish. */
export interface TextHints {
  /** What it contains ('c'), may contain ('m') or is free from ('f'). Texts say nothing of the last. */
  readonly allergens: ReadonlyMap<Allergen, HintedState>;
  readonly diets: readonly Diet[];
  /** Which nuts and cereals the texts name. */
  readonly kinds?: readonly AllergenKind[];
  /** The words of the text that say so, as they stand there. */
  readonly quotes: readonly string[];
  /** The restaurant that declared it, and what. */
  readonly place?: ({ readonly name: string } & Declaration) | undefined;
}

type HintedState = Exclude<AllergenState, 'u'>;

interface Texts {
  readonly name: string;
  readonly description?: string | null;
}

/** Annex II's order, by which Italian and Czech menus count, from 1. */
const IN_ORDER: readonly Allergen[] = ALLERGEN_SCHEMES.eu14;

const byLetter = (letters: string): ReadonlyMap<string, Allergen> =>
  new Map([...letters].map((letter, index) => [letter, IN_ORDER[index] as Allergen]));

/** The letters of Austria's recommendation, and those that are usual in Germany. Until H they are the same. */
const AUSTRIAN = byLetter('ABCDEFGHLMNOPR');
const GERMAN = byLetter('ABCDEFGHIJKLMN');
const COMMON = byLetter('ABCDEFGH');

const DIET_CODES: Readonly<Record<string, Diet>> = {
  V: 'vegetarian',
  VEG: 'vegetarian',
  VEGGIE: 'vegetarian',
  VEGETARIAN: 'vegetarian',
  VG: 'vegan',
  VE: 'vegan',
  VGN: 'vegan',
  VEGAN: 'vegan',
  GF: 'gluten-free',
  HALAL: 'halal',
  KOSHER: 'kosher',
  BIO: 'organic',
  ORGANIC: 'organic',
};

const WORDS: Readonly<Record<Allergen, RegExp>> = {
  gluten: /\bgluten\b|\bglutine\b/iu,
  wheat: /\bwheat\b|\b(?:hart|weich)?weizen|\bblé(?!\p{L}| noir)|\btrigo\b(?! sarraceno)|\bfrumento\b/iu,
  crustaceans: /\bcrustac|\bshellfish\b|\bkrebs|\bkrustent|\bcrostacei\b/iu,
  eggs: /\beggs?\b|\beier\b|\bei\b|(?<!\p{L})(?:œ|oe)ufs?\b|\bhuevos?\b|\buov[ao]\b/iu,
  fish: /\bfish\b|\bfisch\b|\bpoissons?\b|\bpescado\b|\bpesce\b/iu,
  peanuts: /\bpeanuts?\b|\berdn[uü]ss|\barachid|\bcacahu/iu,
  soy: /\bsoya?\b|\bsoja\b|\bsoia\b/iu,
  milk: /\bmilk\b|\bdairy\b|\blactose\b|\bmilch\b|\blaktose\b|\blait\b|\bleche\b|\blatte\b|\blattosio\b/iu,
  nuts: /\b(?:tree )?nuts?\b|(?<!\p{L})nüsse|\bschalenfr[uü]cht|fruits à coque|frutos (?:secos|de cáscara)|frutta a guscio/iu,
  celery: /\bcelery\b|\bsellerie\b|\bcéleri\b|\bapio\b|\bsedano\b/iu,
  mustard: /\bmustard\b|\bsenf\b|\bmoutarde\b|\bmostaza\b|\bsenape\b/iu,
  sesame: /\bs[eé]sam/iu,
  sulphites: /\bsul(?:ph|f)it|\bsolfiti\b|\bschwefeldioxid/iu,
  lupin: /\blupin|\baltramuces\b/iu,
  molluscs: /\bmollus|\bweichtiere\b|\bmoluscos\b/iu,
};

/** Which nuts and cereals a text names; of wheat, the words are those of the allergen. */
const KIND_WORDS: Readonly<Record<AllergenKind, RegExp>> = {
  almond: /\balmond|\bmandel|\bamande|\balmendra|\bmandorl/iu,
  hazelnut: /\bhazelnut|\bhaseln[uü]ss|\bnoisette|\bavellana|\bnocciol/iu,
  walnut: /\bwalnut|\bwaln[uü]ss|\bnoix de grenoble\b|\bnueces\b(?! de)|\bnoci\b(?! de)/iu,
  cashew: /\bcashew|\bcajou\b|\banacard/iu,
  pecan: /\bp[eé]can|\bpekann|\bpacana/iu,
  'brazil-nut': /\bbrazil nut|\bparan[uü]ss|\bnoix du brésil\b|\bnue(?:z|ces) de brasil\b|\bnoc[ei] del brasile\b/iu,
  pistachio: /\bpistach|\bpistazie|\bpistacchi/iu,
  macadamia: /\bmacadamia/iu,
  wheat: WORDS.wheat,
  rye: /\brye\b|\broggen|\bseigle\b|\bcenteno\b|\bsegale\b/iu,
  barley: /\bbarley\b|\bgerste|\borge\b|\bcebada\b/iu,
  oats: /\boats?\b|\bhafer|\bavoine\b|\bavena\b/iu,
  spelt: /\bspelt\b|\bdinkel|(?<!\p{L})épeautre\b|\bespelta\b/iu,
  kamut: /\bkamut\b|\bkhorasan/iu,
};

const MAY_CONTAIN =
  /\b(?:may contain|can contain|kann|könnte|peut contenir|puede contener|può contenere)(?: (?:traces?|spuren)(?: of| von| de| di)?)?:? +([^.;()[\]\n]{1,100})/giu;
const CONTAINS =
  /(?<!\b(?:may|can|not|n't|nicht|ne|no|non|peut|puede|può) )\b(?:contains?|enthält|contient|contiene)(?! (?:no|not|keine?n?|pas|ningún|nessun)\b):? +([^.;()[\]\n]{1,100})/giu;

const BRACKETS = /[([]([^()[\]]{1,60})[)\]]/gu;
const CODE = /^(?:[A-Z]|[a-z]|\d{1,2})$/u;

const textOf = ({ name, description }: Texts): string => `${name}\n${description ?? ''}`;

/** The codes in each pair of brackets, where there is nothing else in it. */
function codesIn(text: string): { quote: string; codes: string[] }[] {
  return [...text.matchAll(BRACKETS)].flatMap(([quote, inside = '']) => {
    const codes = inside
      .replace(/gluten[- ]?free/giu, 'GF')
      .split(/[,;/·.&+\s]+/u)
      .filter(Boolean);
    const isCodes = codes.every((code) => CODE.test(code) || code.toUpperCase() in DIET_CODES);
    return codes.length > 0 && isCodes ? [{ quote, codes }] : [];
  });
}

const isLetter = (code: string): boolean => COMMON.has(code.toUpperCase()) || /^[I-PR]$/iu.test(code);

/** Reads the codes of a menu with these `dishes` in `language`. A single letter or number counts where the menu has lists of them. */
function allergenCodes(dishes: readonly Texts[], language: string | undefined) {
  const lists = dishes.flatMap((dish) => codesIn(textOf(dish))).map(({ codes }) => codes);
  const letters = new Set(lists.flatMap((codes) => codes.filter(isLetter).map((code) => code.toUpperCase())));
  const hasLetters = lists.some((codes) => codes.filter(isLetter).length > 1);
  const has = (some: string) => [...some].some((letter) => letters.has(letter));
  const alphabet = has('IJK') ? GERMAN : has('OPR') ? AUSTRIAN : COMMON;
  // Where letters are allergens, and all over Germany, numbers are additives.
  const hasNumbers =
    !hasLetters && !language?.startsWith('de') && lists.some((codes) => codes.filter(isNumber).length > 1);
  return (code: string): Allergen | undefined => {
    if (hasLetters && isLetter(code)) return alphabet.get(code.toUpperCase());
    return hasNumbers && isNumber(code) ? IN_ORDER[Number(code) - 1] : undefined;
  };
}

const isNumber = (code: string): boolean => /^\d/.test(code);

/**
 * What the texts of each dish hint at, on a menu with these `dishes` in `language`: what a code means depends on the others. Undefined
 * where they hint at nothing.
 */
export function textHints(dishes: readonly Texts[], language: string | undefined) {
  const codeOf = allergenCodes(dishes, language);
  return (dish: Texts): TextHints | undefined => {
    const text = textOf(dish);
    const allergens = new Map<Allergen, 'c' | 'm'>();
    const diets = new Set<Diet>();
    const kinds = new Set<AllergenKind>();
    const quotes: string[] = [];
    for (const { quote, codes } of codesIn(text)) {
      const found = codes.flatMap((code) => codeOf(code) ?? []);
      const said = codes.flatMap((code) => DIET_CODES[code.toUpperCase()] ?? []);
      for (const one of found) allergens.set(one, 'c');
      for (const one of said) diets.add(one);
      if (found.length + said.length > 0) quotes.push(quote);
    }
    for (const [pattern, state] of [
      [MAY_CONTAIN, 'm'],
      [CONTAINS, 'c'],
    ] as const) {
      for (const [quote, clause = ''] of text.matchAll(pattern)) {
        const named = KINDS.filter((kind) => KIND_WORDS[kind].test(clause));
        const found = new Set([
          ...ALLERGENS.filter((one) => WORDS[one].test(clause)),
          ...named.flatMap(allergensOfKind),
        ]);
        for (const one of found) allergens.set(one, state);
        for (const kind of named) kinds.add(kind);
        if (found.size > 0) quotes.push(quote.trim());
      }
    }
    return quotes.length > 0
      ? { allergens, diets: [...diets], ...(kinds.size > 0 && { kinds: [...kinds] }), quotes }
      : undefined;
  };
}

const KINDS = Object.keys(KIND_WORDS) as AllergenKind[];

/** What a dish contains with `kind`: wheat is a cereal with gluten, whichever of the two is asked. */
function allergensOfKind(kind: AllergenKind): Allergen[] {
  if (KINDS_OF.nuts?.includes(kind)) return ['nuts'];
  return (WHEAT_KINDS as readonly AllergenKind[]).includes(kind) ? ['gluten', 'wheat'] : ['gluten'];
}

/** What a dish's `texts` hint at and what was declared of it `there`; of each allergen the more careful, as texts may know better. */
export function joinHints(texts: TextHints | undefined, there: TextHints | undefined): TextHints | undefined {
  if (!texts || !there) return texts ?? there;
  const allergens = new Map(there.allergens);
  for (const [one, state] of texts.allergens) if (allergens.get(one) !== 'c') allergens.set(one, state);
  return { ...texts, allergens, place: there.place };
}

/** Whether the restaurant of `hints` declared that, rather than the dish's texts. */
export const isDeclaredThere = (hints: Pick<TextHints, 'place'>, allergen: Allergen, state: AllergenState): boolean =>
  hints.place !== undefined && stateOf(hints.place.states, allergen) === state;

/** What hints say beyond what is declared and set. */
export interface Hinted extends Pick<TextHints, 'place'> {
  allergens: readonly (readonly [Allergen, HintedState])[];
  diets: readonly Diet[];
  quotes: readonly string[];
}

/** What `hints` say of `item` that nobody declared or set yet, of the allergens that are `asked`. */
export function hintedOf(
  item: Pick<MenuItem, 'allergens' | 'diet'>,
  hints: TextHints | undefined,
  asked: readonly Allergen[],
): Hinted | undefined {
  if (!hints) return undefined;
  const allergens = [...hints.allergens].filter(
    ([one]) => asked.includes(one) && stateOf(item.allergens?.states, one) === 'u',
  );
  const diets = hints.diets.filter((diet) => !item.diet?.includes(diet));
  return allergens.length + diets.length > 0 ? { ...hints, allergens, diets } : undefined;
}
