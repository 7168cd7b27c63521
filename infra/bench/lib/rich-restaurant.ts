import { optionGroup } from '@tavola/contracts/choices.ts';
import { dayparts } from '@tavola/contracts/dayparts.ts';
import type { DraftInput } from '@tavola/contracts/drafts.ts';
import { menuItem } from '@tavola/contracts/menu.ts';
import { z } from 'zod';
import { readRestaurants } from '../../dev/seed/read-restaurants.ts';
import { type RichRow, richMenu } from '../../dev/seed/rich-menu.ts';
import type { Site } from '../neighbours/scenario.ts';
import { signUpOwner } from './neighbour-owner.ts';

/**
 * Signs up a restaurant with the rich menu: 65 dishes with every facet, sizes with offers, options and declared allergens, in three
 * languages. Returns its slug.
 */
export async function signUpRichRestaurant(site: Pick<Site, 'origin'>): Promise<string> {
  const trattoria = (await readRestaurants()).get('trattoria');
  if (!trattoria) throw new Error('There is no trattoria.json.');
  const rich = richMenu(trattoria);
  const { slug, categoryId, itemId, ask } = await signUpOwner(site);
  for (const path of [`menu-items/${itemId}`, `categories/${categoryId}`]) await ask('DELETE', `/api/${path}`);
  await ask('PUT', '/api/tenant', { name: slug, ...rich.settings });
  const times = rich.dayparts.map((daypart) => ({ ...daypart, isActive: true }));
  const made = dayparts.parse(await ask('PUT', '/api/dayparts', { dayparts: times })).dayparts;

  const groupIds: number[] = [];
  for (const { id: _id, options, ...group } of rich.optionGroups) {
    const choices = options.map(({ name, price, isDefault }) => ({ name, price, isDefault }));
    const added = optionGroup.parse(await ask('POST', '/api/option-groups', { ...group, options: choices }));
    const declared = added.options.map(({ id }, at) => ({ id, states: options[at]?.allergens?.states }));
    await ask('PUT', `/api/option-groups/${added.id}/allergens`, { options: declared });
    groupIds.push(added.id);
  }

  const rows = rich.items.values();
  const sections = trattoria.categories.map(({ name, description, items }, at) => ({
    category: { name, description, texts: textsOf(rich.categories[at] as RichRow) },
    items: items.map((item) => {
      const { facets, choices = {}, ...row } = rows.next().value as RichRow;
      return {
        name: item.name,
        description: item.description,
        price: item.price,
        ...facets,
        variants: choices.variants?.map(({ name, price }) => ({ name, price })),
        optionGroups: choices.optionGroups?.map((place) => groupIds[place - 1]),
        texts: textsOf(row),
      };
    }),
  }));
  await ask('POST', '/api/menu-drafts', { sections } as DraftInput);

  const dishes = z.array(menuItem).parse(await ask('GET', '/api/menu-items'));
  for (const [at, { id, variants = [] }] of dishes.entries()) {
    const offers = variants.map((size) => ({ daypart: made.at(-1)?.id, price: size.price / 2, variant: size.id }));
    await ask('PUT', `/api/menu-items/${id}`, { offers });
    const { states } = rich.items[at]?.choices?.allergens ?? {};
    await ask('PUT', `/api/menu-items/${id}/allergens`, { states });
  }
  return slug;
}

/** The texts of a row as a request has them: those of each field, by language. */
const textsOf = ({ texts }: Pick<RichRow, 'texts'>) =>
  Object.fromEntries(
    Object.entries(texts).map(([tag, fields]) => [
      tag,
      Object.fromEntries(Object.entries(fields).map(([field, { t }]) => [field, t])),
    ]),
  );
