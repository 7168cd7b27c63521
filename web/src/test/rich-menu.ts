import type { Daypart } from '@tavola/contracts/dayparts.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { aCategory, anItem } from '@tavola/test-kit/entities.ts';
import { readRestaurants } from '../../../infra/dev/seed/read-restaurants.ts';
import { type RichMenu, type RichRow, richMenu } from '../../../infra/dev/seed/rich-menu.ts';
import type { WholeMenu } from '../lib/menu-table/columns.ts';

/** The seed's trattoria as a menu that says everything: 65 dishes with every facet and offers, in three languages. */
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
    category.items.map(({ offers, dayparts, ...item }, place) =>
      anItem({
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
  return { categories, items, dayparts, translations, timeZone: 'Europe/Rome' };
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
