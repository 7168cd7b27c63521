import type { Daypart } from '@tavola/contracts/dayparts.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGENS } from '@tavola/contracts/rules/allergens.ts';
import { basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { aCategory, anItem } from '@tavola/test-kit/entities.ts';
import { readRestaurants } from '../../../infra/dev/seed/read-restaurants.ts';
import { type RichMenu, type RichRow, richMenu } from '../../../infra/dev/seed/rich-menu.ts';
import type { WholeMenu } from '../lib/menu-table/columns.ts';
import { anOptionGroup } from './samples.ts';

/** The seed's trattoria as a menu that says everything: 65 dishes with every facet, sizes, options and offers, in three languages. */
export async function readRichMenu(): Promise<WholeMenu> {
  const trattoria = (await readRestaurants()).get('trattoria');
  if (!trattoria) throw new Error('There is no trattoria.json.');
  const rich = richMenu(trattoria);
  const facets = new Map(rich.items.map((row) => [row.name, row.facets]));
  const dayparts = rich.dayparts.map((daypart, index) => ({ ...daypart, id: index + 1, isActive: true }) as Daypart);
  const categories = trattoria.categories.map(({ name, description }, index) =>
    aCategory({ id: index + 1, name, description }),
  );
  const items = trattoria.categories.flatMap((category, index) =>
    category.items.map(({ offers, dayparts, variants, optionGroups, allergens, ...item }, place) =>
      withChoices(place, {
        ...(item as Partial<MenuItem>),
        ...facets.get(item.name),
        id: 1_000 * (index + 1) + place,
        categoryId: index + 1,
        offers: [
          { daypart: 1, price: item.price - 1 },
          { daypart: 2, price: item.price - 1.5 },
        ],
        ...(place % 3 === 0 && { dayparts: place % 2 === 0 ? [] : [2, 1] }),
        ...(place % 4 === 0 && { isAvailable: false, soldOutUntil: '2046-12-24T21:00:00.000Z' }),
        image: `https://example.com/${index}/${place}.jpg`,
      }),
    ),
  );
  const langs = rich.settings.languages.others;
  const translations = langs.map((lang) => ({
    lang,
    texts: [...textsOf('category', categories, rich.categories, lang), ...textsOf('item', items, rich.items, lang)],
  }));
  return { categories, items, dayparts, optionGroups: GROUPS, translations, timeZone: 'Europe/Rome' };
}

const GROUPS = [anOptionGroup(), anOptionGroup({ id: 2, name: 'Extras; sauces' })];

/** A dish of which each third has sizes, each other one options, and which says what it contains. */
function withChoices(place: number, fields: Partial<Omit<MenuItem, 'allergens'>>): MenuItem {
  const { id = 0, price = 0 } = fields;
  const sizes = [
    { id: 10 * id + 1, name: 'Half; to share', price, isAvailable: false },
    { id: 10 * id + 2, name: 'Full: 2 pieces', price: price + 4.5, isAvailable: true },
  ];
  const item = anItem({
    ...fields,
    diet: ['vegetarian', 'gluten-free'],
    ...(place % 2 === 1 && { optionGroups: [1, 2] }),
    ...(place % 3 === 1 && {
      variants: sizes,
      offers: sizes.map(({ id: variant }) => ({ daypart: 1, price: price - 1, variant })),
    }),
  });
  const declared = {
    states: ALLERGENS.map((_, at) => 'cmfu'[at % 4]).join(''),
    by: null,
    at: '2026-11-20T18:00:00.000Z',
  };
  return { ...item, allergens: { ...declared, basis: basisOf(item) } };
}

function textsOf(
  kind: 'category' | 'item',
  rows: readonly { id: number; name: string; description: string | null }[],
  rich: RichMenu['items'],
  lang: string,
): WholeMenu['translations'][number]['texts'] {
  const byName = new Map(rich.map((row: RichRow) => [row.name, row.texts[lang] ?? {}]));
  return rows.flatMap(({ id, name, description }) =>
    (['name', 'description'] as const).flatMap((field) => {
      const base = field === 'name' ? name : description;
      if (base === null) return [];
      return [{ kind, id, field, base, text: byName.get(name)?.[field]?.t ?? null, isStale: false, by: 'h' as const }];
    }),
  );
}
