import { FACETS } from '@tavola/contracts/facets/facets.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import { DIETS } from '@tavola/contracts/rules/diets.ts';
import type { Hours } from '@tavola/contracts/rules/times.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import { z } from 'zod';
import type { Restaurant } from './read-restaurants.ts';
import words from './rich-menu.json' with { type: 'json' };

// A menu that says everything: each dish has every facet and two offers, and all texts are in three languages. Sizes are
// measured with it.

/** The translations of a name and, where there is one, of its description. */
const translations: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = words;

/** What the rich menu adds to a row with this name. */
export interface RichRow {
  name: string;
  facets: Record<string, unknown>;
  texts: StoredTexts;
}

/** What the rich menu adds to a restaurant with the menu of trattoria.json. */
export interface RichMenu {
  settings: { languages: { base: string; others: string[] }; hours: Hours };
  dayparts: (Hours & { name: string })[];
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
    categories: trattoria.categories.map((category) => ({ name: category.name, facets: {}, texts: textsOf(category) })),
    items: items.map((item, at) => ({ name: item.name, facets: allFacets(at), texts: textsOf(item) })),
  };
}

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
  const { type, maximum = 9_999, maxLength = 60, enum: choices } = z.toJSONSchema(schema) as z.core.JSONSchema.Schema;
  if (name === 'diet') return [DIETS[at % DIETS.length]];
  if (choices) return choices[at % choices.length];
  if (type === 'integer') return (at * 97) % (maximum + 1);
  if (type === 'string') return `Example ${at}`.slice(0, maxLength);
  if (type === 'boolean') return at % 2 === 0;
  throw new Error(`The rich menu needs an example of ${name}.`);
}
