import type { DeclaredAllergens } from '@tavola/contracts/allergens.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import { FACETS } from '@tavola/contracts/facets/facets.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGENS } from '@tavola/contracts/rules/allergens.ts';
import { basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { DIETS } from '@tavola/contracts/rules/diets.ts';
import type { Hours } from '@tavola/contracts/rules/times.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import { z } from 'zod';
import type { Restaurant } from './read-restaurants.ts';
import words from './rich-menu.json' with { type: 'json' };

// A menu that says everything: each dish has every facet, two sizes, an option group and declared allergens, and all texts are in three
// languages. Sizes are measured with it.

/** The translations of a name and, where there is one, of its description. */
const translations: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = words;

/** What the rich menu adds to a row with this name. */
export interface RichRow {
  name: string;
  facets: Record<string, unknown>;
  /** Of a dish: its sizes and option groups, and what it contains. */
  choices?: Pick<MenuItem, 'variants' | 'optionGroups' | 'allergens'>;
  texts: StoredTexts;
}

/** What the rich menu adds to a restaurant with the menu of trattoria.json. */
export interface RichMenu {
  settings: { languages: { base: string; others: string[] }; hours: Hours };
  dayparts: (Hours & { name: string })[];
  /** Dishes name them by their ids here. */
  optionGroups: OptionGroup[];
  categories: RichRow[];
  items: RichRow[];
}

/** The additions that make the menu of `trattoria` say everything. */
export function richMenu(trattoria: Restaurant): RichMenu {
  const items = trattoria.categories.flatMap((category) => category.items);
  return {
    settings: {
      languages: { base: 'en', others: Object.keys(translations) },
      hours: daily([690, 870], [1_020, 1_440]),
    },
    dayparts: [
      { name: 'Lunch', ...daily([690, 870]) },
      { name: 'Happy hour', ...daily([1_020, 1_140]) },
    ],
    optionGroups: GROUPS.map((name, at) => ({
      id: at + 1,
      name,
      min: at % 2,
      max: null,
      options: ['Regular', 'Large', 'Gluten-free'].map((option, place) => ({
        ...choice(3 * at + place, option, place / 2),
        isDefault: false,
        allergens: declarationOf(at + place, { name: option }),
      })),
    })),
    categories: trattoria.categories.map((category) => ({ name: category.name, facets: {}, texts: textsOf(category) })),
    items: items.map((item, at) => ({
      name: item.name,
      facets: allFacets(at),
      choices: choicesOf(item, at),
      texts: textsOf(item),
    })),
  };
}

const GROUPS = ['Side', 'Sauce', 'Extras', 'Bread'];

const choice = (at: number, name: string, price: number) => ({ id: 1_000 + at, name, price, isAvailable: true });

/** The sizes of the dish in the place `at`, its option group, and what it contains. */
function choicesOf({ name, description, price }: Restaurant['categories'][number]['items'][number], at: number) {
  const variants = [choice(100 + 2 * at, 'Regular', price), choice(101 + 2 * at, 'Large', price + 4.5)];
  const optionGroups = [1 + (at % GROUPS.length)];
  return { variants, optionGroups, allergens: declarationOf(at, { name, description, variants, optionGroups }) };
}

/** No dish contains these: some are vegetarian. */
const OF_THE_SEA: readonly string[] = ['fish', 'crustaceans', 'molluscs'];

/** A declaration about `row`, another one for each place; wheat as gluten, the first two. */
const declarationOf = (at: number, row: Parameters<typeof basisOf>[0]): DeclaredAllergens => ({
  states: ALLERGENS.map((name, place) => (OF_THE_SEA.includes(name) ? 'f' : 'cfm'[(at + Math.max(place, 1)) % 3])).join(
    '',
  ),
  by: null,
  at: '2026-11-20T12:00:00.000Z',
  basis: basisOf(row),
});

/** @throws Error for a text without a translation. */
function textsOf(row: { name: string; description: string | null }): StoredTexts {
  return Object.fromEntries(
    Object.entries(translations).map(([tag, byName]) => {
      const [name, description] = byName[row.name] ?? [];
      if (name === undefined || (description === undefined) !== (row.description === null)) {
        throw new Error(`rich-menu.json has no ${tag} for ${row.name}.`);
      }
      const translated = (t: string, base: string) => ({ t, of: hashOfText(base), by: 'h' as const });
      return [
        tag,
        {
          name: translated(name, row.name),
          ...(description !== undefined && { description: translated(description, row.description ?? '') }),
        },
      ];
    }),
  );
}

const daily = (...intervals: [number, number][]): Hours => ({ weekly: Array(7).fill(intervals), special: [] });

const allFacets = (at: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(FACETS).map(([name, { shown }]) => [name, exampleOf(name, shown, at)]));

/** A valid value of the facet `name`, another one for each dish as far as there are so many. */
function exampleOf(name: string, schema: z.ZodType, at: number): unknown {
  // Two of a list in which not all go together.
  if (name === 'diet') return [DIETS[(at % 3) + 1], 'organic'];
  const { type, maximum = 9_999, maxLength = 60, enum: choices } = z.toJSONSchema(schema) as z.core.JSONSchema.Schema;
  if (choices) return choices[at % choices.length];
  if (type === 'integer') return (at * 97) % (maximum + 1);
  if (type === 'string') return `Example ${at}`.slice(0, maxLength);
  if (type === 'boolean') return at % 2 === 0;
  throw new Error(`The rich menu needs an example of ${name}.`);
}
