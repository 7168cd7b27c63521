import type { DeclaredAllergens } from '@tavola/contracts/allergens.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import type { InternalMenu } from '@tavola/contracts/menu.ts';
import { type PublicMenu, publicMenu } from '@tavola/contracts/public-menu.ts';
import { ALLERGENS, type Allergen, type AllergenState } from '@tavola/contracts/rules/allergens.ts';
import { basisOf, withState } from '@tavola/contracts/rules/declared-allergens.ts';
import { turnsOf } from '@tavola/contracts/rules/turns.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import { anItem } from '@tavola/test-kit/entities.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { fakeOwners, makeRestaurant, type Restaurant, startPublicMenu, untilCached, untilSeen } from './setup.ts';

// What guests get of sizes, option groups, diets and allergens.

const owners = await fakeOwners();
const service = await startPublicMenu(owners);

type Item = InternalMenu['items'][number];
type Group = InternalMenu['optionGroups'][number];

const FREE = 'f'.repeat(ALLERGENS.length);
const UNKNOWN = 'u'.repeat(ALLERGENS.length);
const but = (states: string, given: Partial<Record<Allergen, AllergenState>>) =>
  Object.entries(given).reduce((before, [name, state]) => withState(before, name as Allergen, state), states);

/** `row` with a declaration of `states`, made of the texts that it has. */
const declared = <Row extends { name: string }>(row: Row, states: string, more: Partial<DeclaredAllergens> = {}) => ({
  ...row,
  allergens: { states, by: null, at: '2026-11-20T23:30:00.000Z', basis: basisOf(row), ...more },
});

const size = (id: number, name: string, price: number, more: object = {}) => ({
  id,
  name,
  price,
  isAvailable: true,
  ...more,
});
const option = (id: number, name: string, price: number, more: object = {}) => ({
  ...size(id, name, price, more),
  isDefault: false,
});
const milk = (fields: Partial<Group> = {}): Group => ({
  id: 1,
  name: 'Milk',
  min: 1,
  max: 1,
  options: [option(11, 'Whole', 0), option(12, 'Oat', 0.5)],
  ...fields,
});

function restaurant(items: readonly Item[], optionGroups: Group[] = [], fields: Partial<Restaurant['tenant']> = {}) {
  const made = makeRestaurant(fields, { categories: [], items: [...items], optionGroups });
  owners.restaurants.push(made);
  return made;
}
async function read({ tenant }: Restaurant, lang?: string): Promise<PublicMenu> {
  const { body } = await service.call('GET', `/api/public/menu/${tenant.slug}${lang ? `/${lang}` : ''}`);
  expect(publicMenu.strict().parse(body)).toEqual(body);
  return body;
}
/** The dish of a restaurant with one, as guests get it. */
const dish = async (item: Item, groups?: Group[], fields?: Partial<Restaurant['tenant']>) =>
  (await read(restaurant([item], groups, fields))).items[0] as PublicMenu['items'][number];

beforeAll(() => {
  const plain = makeRestaurant();
  owners.restaurants.push(plain);
  return untilCached(service, plain.tenant.slug);
});

describe('allergens', () => {
  it('are the declared states, kinds and day in the restaurant; nothing of who said so, and nothing where nothing was said', async () => {
    const states = but(FREE, { nuts: 'm', milk: 'c' });
    const one = declared(anItem({ name: 'Cake' }), states, { kinds: ['almond'], by: crypto.randomUUID() });
    expect((await dish(one)).allergens).toEqual({ s: states, on: '2026-11-20', kinds: ['almond'] });
    expect((await dish(one, [], { timeZone: 'Europe/Rome' })).allergens?.on).toBe('2026-11-21');
    for (const none of [anItem(), declared(anItem({ name: 'Cake' }), UNKNOWN)]) {
      expect(await dish(none)).not.toHaveProperty('allergens');
    }
  });

  it('lose "free from" with an edit within the promise, and keep every warning', async () => {
    const made = restaurant([declared(anItem({ name: 'Cake' }), but(FREE, { milk: 'c', nuts: 'm' }))]);
    await read(made);
    const [item] = made.menu.items as [Item];
    await service.changeMenu(made, { items: [{ ...item, name: 'Carrot cake' }] });
    const seen = await untilSeen(service, made.tenant.slug, ({ body }) => body.items[0].name === 'Carrot cake');
    expect(seen.body.items[0].allergens.s).toBe(but(UNKNOWN, { milk: 'c', nuts: 'm' }));
    await service.changeMenu(made, { items: [{ ...item, price: 99 }] });
    const after = await untilSeen(service, made.tenant.slug, ({ body }) => body.items[0].price === 99);
    expect(after.body.items[0].allergens.s).toBe(but(FREE, { milk: 'c', nuts: 'm' }));
  });

  it.each<[string, Partial<Item>]>([
    ['another size', { variants: [size(1, 'Cup', 7), size(3, 'Pot', 12)] }],
    ['another option group', { optionGroups: [2] }],
    ['another description', { description: 'With cream' }],
  ])('are to be confirmed with %s', async (_, change) => {
    const soup = declared(
      { ...anItem({ name: 'Soup', optionGroups: [1] }), variants: [size(1, 'Cup', 7), size(2, 'Bowl', 11)] },
      FREE,
    );
    const groups = [milk(), milk({ id: 2, name: 'Other' })];
    expect((await dish(soup, groups)).allergens?.s).toBe(FREE);
    expect(await dish({ ...soup, ...change }, groups)).not.toHaveProperty('allergens');
  });

  it('of options follow the same rule, and those of a group that no dish names are not sent', async () => {
    const options = [
      declared(option(11, 'Oat', 0), but(UNKNOWN, { gluten: 'c', milk: 'f' })),
      { ...declared(option(12, 'Whole', 0), FREE), name: 'Soy' },
    ];
    const groups = [milk({ options }), milk({ id: 2, name: 'Unused' })];
    const menu = await read(restaurant([anItem({ optionGroups: [1] })], groups));
    expect(menu.optionGroups).toHaveLength(1);
    expect(menu.optionGroups?.[0]?.options.map(({ allergens }) => allergens)).toEqual([
      { s: but(UNKNOWN, { gluten: 'c', milk: 'f' }), on: '2026-11-20' },
      undefined,
    ]);
  });

  it('take "gluten-free" back with them; other diets stay', async () => {
    const one = declared(anItem({ name: 'Cake', diet: ['vegan', 'gluten-free'] }), FREE);
    expect((await dish(one)).diet).toEqual(['vegan', 'gluten-free']);
    expect((await dish({ ...one, name: 'Pie' })).diet).toEqual(['vegan']);
    expect(await dish(anItem({ diet: ['gluten-free'] }))).not.toHaveProperty('diet');
  });

  it('come with the scheme of the restaurant', async () => {
    const made = restaurant([anItem()], [], { allergenScheme: 'us9' });
    expect((await read(made)).tenant.allergenScheme).toBe('us9');
  });
});

describe('the price', () => {
  const sized = (...variants: NonNullable<Item['variants']>): Item => ({ ...anItem({ price: 1 }), variants });

  it.each<[string, Item, Group[], object]>([
    [
      'is that of the cheapest size that can be had, with "from"',
      sized(size(1, 'L', 9), size(2, 'S', 7)),
      [],
      { price: 7, priceFrom: 7 },
    ],
    [
      'is never one that nobody can get',
      sized(size(1, 'S', 7, { isAvailable: false }), size(2, 'M', 8), size(3, 'L', 9)),
      [],
      { price: 8, priceFrom: 8 },
    ],
    ['needs no "from" where all sizes cost the same', sized(size(1, 'S', 7), size(2, 'L', 7)), [], { price: 7 }],
    [
      'adds the cheapest choice of a group that must be chosen from, in exact cents',
      anItem({ price: 0.1, optionGroups: [1] }),
      [milk({ options: [option(11, 'Oat', 0.2), option(12, 'Soy', 0.4)] })],
      { price: 0.1, priceFrom: 0.3 },
    ],
    [
      'does not add what nobody must choose',
      anItem({ price: 3, optionGroups: [1] }),
      [milk({ min: 0, options: [option(11, 'Oat', 0.2)] })],
      { price: 3 },
    ],
  ])('%s', async (_, item, groups, expected) => {
    const { price, priceFrom } = await dish(item, groups);
    expect({ price, ...(priceFrom !== undefined && { priceFrom }) }).toEqual(expected);
  });

  it('is sold out without a size to have, or with too few options to choose from', async () => {
    const out = { isAvailable: false };
    const soldOut = { isAvailable: false, lacksChoice: true };
    expect(await dish(sized(size(1, 'S', 7, out), size(2, 'L', 9, out)))).toMatchObject({ ...soldOut, price: 7 });
    const latte = anItem({ optionGroups: [1] });
    const groups = [milk({ options: [option(11, 'Oat', 0, out)] })];
    expect(await dish(latte, groups)).toMatchObject(soldOut);
    expect((await read(restaurant([latte], groups))).optionGroups?.[0]?.options[0]).toMatchObject(out);
    expect(await dish(latte, [milk({ min: 0, options: [option(11, 'Oat', 0, out)] })])).toMatchObject({
      isAvailable: true,
    });
    expect(await dish({ ...latte, isAvailable: false }, groups)).not.toHaveProperty('lacksChoice');
  });

  it('of a size is lower in the daypart of its offer only', async () => {
    const always = { id: 5, name: 'Always', weekly: Array(7).fill([[0, 1440]]), special: [], isActive: true };
    const made = makeRestaurant(
      {},
      {
        categories: [],
        items: [
          {
            ...sized(size(1, 'Glass', 5), size(2, 'Pint', 8)),
            offers: [{ daypart: 5, price: 6, variant: 2 }],
          },
        ],
        dayparts: [always as InternalMenu['dayparts'][number]],
      },
    );
    owners.restaurants.push(made);
    expect((await read(made)).items[0]).toMatchObject({
      price: 5,
      variants: [{ price: 5 }, { price: 6, regularPrice: 8 }],
    });
  });
});

describe('a size or an option that is sold out for a time', () => {
  it('is available again at that moment, and its dish with it', async () => {
    const until = Math.ceil((Date.now() + 3_600_000) / 1000) * 1000;
    const soldOut = { isAvailable: false, soldOutUntil: new Date(until).toISOString() };
    const coffee = {
      ...anItem({ optionGroups: [1] }),
      variants: [size(1, 'S', 3, soldOut), size(2, 'L', 5, soldOut)],
    };
    const menu = await read(restaurant([coffee], [milk({ options: [option(11, 'Oat', 0, soldOut)] })]));
    expect(menu).toMatchObject({ phase: { until }, items: [{ isAvailable: false, lacksChoice: true }] });
    expect(turnsOf(menu as never, Date.now(), 8)).toEqual([until]);
    const passed = { isAvailable: false, soldOutUntil: new Date(Date.now() - 1000).toISOString() };
    const after = await read(
      restaurant(
        [{ ...coffee, variants: [size(1, 'S', 3, passed), size(2, 'L', 5)] }],
        [milk({ options: [option(11, 'Oat', 0, passed)] })],
      ),
    );
    expect(after.items[0]).toMatchObject({ isAvailable: true, price: 3, priceFrom: 3 });
    expect(after.items[0]?.variants?.[0]).toEqual(size(1, 'S', 3));
    expect(after.optionGroups?.[0]?.options[0]).toMatchObject({ isAvailable: true });
    expect(after).not.toHaveProperty('phase');
  });
});

it('sizes, options and groups are in the language of the menu, and say where they are not', async () => {
  const stored = (texts: Record<string, [base: string, text: string]>): StoredTexts => ({
    fr: Object.fromEntries(
      Object.entries(texts).map(([field, [base, t]]) => [field, { t, of: hashOfText(base), by: 'h' as const }]),
    ),
  });
  const soup = {
    ...anItem({ name: 'Soup', optionGroups: [1] }),
    variants: [size(21, 'Cup', 7), size(22, 'Bowl', 11), size(23, 'Pot', 15)],
    texts: stored({
      name: ['Soup', 'Soupe'],
      'variant.21': ['Cup', 'Tasse'],
      'variant.22': ['Old bowl', 'Bol'],
    }),
  };
  const group = { ...milk(), texts: stored({ name: ['Milk', 'Lait'], 'option.12': ['Oat', 'Avoine'] }) };
  const made = restaurant([soup], [group], { languages: { base: 'en', others: ['fr'] } });
  const french = await read(made, 'fr');
  expect(french.items[0]?.name).toBe('Soupe');
  expect(french.items[0]?.variants).toEqual([
    size(21, 'Tasse', 7),
    size(22, 'Bowl', 11, { untranslated: ['name'] }),
    size(23, 'Pot', 15, { untranslated: ['name'] }),
  ]);
  expect(french.optionGroups?.[0]).toMatchObject({
    name: 'Lait',
    options: [{ name: 'Whole', untranslated: ['name'] }, { name: 'Avoine' }],
  });
  const base = await read(made);
  expect(base.items[0]?.variants?.map(({ name }) => name)).toEqual(['Cup', 'Bowl', 'Pot']);
  expect(base.optionGroups?.[0]?.options.map(({ name }) => name)).toEqual(['Whole', 'Oat']);
});
