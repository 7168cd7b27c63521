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
