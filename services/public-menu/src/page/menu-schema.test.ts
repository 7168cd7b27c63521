import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { DAY_MS, dateOf, type Hours, type Interval } from '@tavola/contracts/rules/times.ts';
import { anItem, aTenant } from '@tavola/test-kit/entities.ts';
import { expect, it } from 'vitest';
import { DATA_ITEMS_MAX } from './menu-html.ts';
import { menuSchema } from './menu-schema.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const TODAY = NOW / DAY_MS - 0.5;

it('looks at the times of each daypart a few times, however many dishes name it', () => {
  let looks = 0;
  const weekly: Interval[][] = Array(7).fill([[600, 700]]);
  // Nothing is on in the next week, so that the next opening is looked for among 60 days.
  const closed: Hours['special'] = [{ from: dateOf(TODAY), to: dateOf(TODAY + 30), intervals: [] }];
  const dayparts = Array.from({ length: QUOTAS.dayparts.most }, (_, index) => ({
    id: index + 1,
    name: `Daypart ${index}`,
    isOn: false,
    weekly,
    get special() {
      looks += 1;
      return closed;
    },
  }));
  const offers = dayparts.slice(0, 4).map(({ id }) => ({ daypart: id, price: 9 }));
  const items = Array.from({ length: DATA_ITEMS_MAX }, () => ({
    ...anItem({ price: 9, dayparts: dayparts.map(({ id }) => id), offers }),
    regularPrice: 10,
  }));
  const menu = { tenant: aTenant(), categories: [], items, dayparts, phase: { at: NOW } } as unknown as PublicMenu;
  const schema = menuSchema(menu, { url: 'https://tavola.example/menu/x', title: 'Menu', more: 'More' });
  expect(JSON.stringify(schema)).toContain('"availabilityStarts":"2026-12-24T');
  expect(looks).toBeLessThanOrEqual(3 * dayparts.length);
});

it('says where else the restaurant is, and what it is like, but neither its Wi-Fi nor where to review it', () => {
  const schemaOf = (rest: object) =>
    menuSchema({ tenant: { ...aTenant(), ...rest }, categories: [], items: [] } as unknown as PublicMenu, {
      url: 'https://tavola.example/menu/x',
      title: 'Menu',
      more: 'More',
    });
  const links = {
    website: 'https://rosa.example/',
    reservations: 'https://book.example/rosa',
    review: 'https://review.example/rosa',
    instagram: 'https://www.instagram.com/rosa',
    whatsapp: 'https://wa.me/39061234567',
  };
  const wifi = { name: 'Rosa', password: 'sugo di nonna' };
  const schema = schemaOf({ links, wifi, cuisine: 'Roman', priceRange: '$$' });
  expect(schema).toMatchObject({
    sameAs: [links.website, links.instagram],
    acceptsReservations: links.reservations,
    servesCuisine: 'Roman',
    priceRange: '$$',
  });
  expect(JSON.stringify(schema)).not.toMatch(/sugo|review/);
  for (const name of ['sameAs', 'acceptsReservations', 'servesCuisine', 'priceRange']) {
    expect(schemaOf({})).not.toHaveProperty(name);
  }
});

it('has an offer for each size, the options of each group once, and only diets that the dish keeps to whatever is chosen', () => {
  const choice = (id: number, name: string, price: number, rest = {}) => ({
    id,
    name,
    price,
    isAvailable: true,
    ...rest,
  });
  const declared = (s: string) => ({ allergens: { s, on: '2026-11-20' } });
  const [milk, free] = [declared('fffffffcfffffff'), declared('f'.repeat(15))];
  const items = [
    {
      ...anItem({ name: 'Chowder', price: 7, diet: ['gluten-free', 'alcohol'] }),
      ...free,
      optionGroups: [4],
      priceFrom: 7.5,
      variants: [choice(1, 'Cup', 7, { regularPrice: 8 }), choice(2, 'Bowl', 11, { isAvailable: false })],
    },
    { ...anItem({ name: 'Latte', price: 4, diet: ['vegan', 'vegetarian'], optionGroups: [1] }), priceFrom: 4.5 },
    anItem({ name: 'Tea', price: 3, diet: ['vegan', 'kosher'], optionGroups: [2] }),
    anItem({ name: 'Mocha', price: 5, optionGroups: [1] }),
    anItem({ name: 'Toast', price: 5, diet: ['vegan', 'vegetarian', 'halal'], optionGroups: [3] }),
    anItem({ name: 'Soup', price: 5, diet: ['gluten-free', 'vegan'], optionGroups: [4] }),
  ];
  const group = (id: number, name: string, min: number, ...options: object[]) => ({
    id,
    name,
    min,
    max: null,
    options,
  });
  const optionGroups = [
    group(1, 'Milk', 1, choice(3, 'Whole', 0.5, milk), choice(4, 'Oat', 1, free)),
    group(2, 'With', 0, choice(5, 'Milk', 0, milk)),
    group(3, 'Spread', 1, choice(6, 'Jam', 0, free), choice(7, 'Dripping', 0)),
    group(4, 'Herbs', 1, choice(8, 'Mint', 0.5, free)),
  ];
  const menu = { tenant: aTenant(), categories: [], items, optionGroups } as unknown as PublicMenu;
  const url = 'https://tavola.example/menu/x';
  const schema = JSON.stringify(menuSchema(menu, { url, title: 'Menu', more: 'More' }));
  const [section] = JSON.parse(schema).hasMenu.hasMenuSection;
  const [chowder, latte, tea, mocha, toast, soup] = section.hasMenuItem;
  expect(chowder.offers).toEqual([
    expect.objectContaining({ name: 'Cup', price: '7.50', availability: 'https://schema.org/InStock' }),
    expect.objectContaining({ name: 'Bowl', price: '11.50', availability: 'https://schema.org/SoldOut' }),
  ]);
  expect(chowder.suitableForDiet).toEqual(['https://schema.org/GlutenFreeDiet']);
  expect(latte.offers).toMatchObject({ price: '4.50' });
  expect(latte.menuAddOn).toMatchObject([
    {
      '@type': 'MenuSection',
      name: 'Milk',
      hasMenuItem: [{ name: 'Whole', offers: { price: '0.50' } }, { name: 'Oat' }],
    },
  ]);
  // Nobody says for which other diets an option is; and what is declared of the soup does not say that it is free from gluten.
  for (const dish of [latte, tea, toast, soup]) expect(dish.suitableForDiet).toBeUndefined();
  expect(mocha.menuAddOn).toEqual([{ '@id': `${url}#choice-1` }]);
  expect(schema).not.toContain('llergen');
});
