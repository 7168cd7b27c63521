import { declaredAllergens } from '@tavola/contracts/allergens.ts';
import { optionGroup } from '@tavola/contracts/choices.ts';
import { contradictionsIn, FACETS } from '@tavola/contracts/facets/facets.ts';
import { initialValues } from '@tavola/contracts/field-list.ts';
import { ITEM_FIELDS, newCategory, newMenuItem } from '@tavola/contracts/menu.ts';
import { DEMO_SLUG } from '@tavola/contracts/product.ts';
import { stateOf } from '@tavola/contracts/rules/allergens.ts';
import { consistentStates } from '@tavola/contracts/rules/declared-allergens.ts';
import { osmHours } from '@tavola/contracts/rules/osm-hours.ts';
import { textsOfTenant } from '@tavola/contracts/rules/tenant-texts.ts';
import { RESERVED_SLUGS, SLUG_MAX_LENGTH, SLUG_PATTERN } from '@tavola/contracts/slug.ts';
import { MENU_TEXTS, TENANT_TEXTS } from '@tavola/contracts/translations.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import { bySize } from '@tavola/test-kit/size.ts';
import { describe, expect, test } from 'vitest';
import { makeRestaurant, makeRestaurants } from './make-restaurants.ts';
import { parseCount } from './parse-count.ts';
import { declaredIn, parseRestaurant, type Restaurant, readRestaurants, restaurant } from './read-restaurants.ts';
import { richMenu } from './rich-menu.ts';
import { seedId } from './seed-id.ts';

// @module-tag sized

const byKitchen = await readRestaurants();
const written = [...byKitchen.entries()];
const made = [...makeRestaurants(bySize(400, 2_000), byKitchen)];

function itemsOf(one: Restaurant | undefined) {
  return one?.categories.flatMap((category) => category.items) ?? [];
}

function expectStorableMenu(one: Restaurant) {
  for (const category of one.categories) {
    newCategory.parse(category);
    for (const item of category.items) newMenuItem.parse({ ...item, categoryId: 1 });
  }
}

describe('the written restaurants', () => {
  test('include the one that the marketing page links to', () => {
    expect(byKitchen.get('trattoria')).toMatchObject({ slug: DEMO_SLUG, owner: { email: 'demo@tavola.test' } });
  });

  test.each(written)('%s could be typed in by its owner', (_, one) => {
    expectStorableMenu(one);
    expect(one.slug).toMatch(SLUG_PATTERN);
    expect(RESERVED_SLUGS.has(one.slug)).toBe(false);
  });

  test.each(written)('%s names no dish and no category twice', (_, one) => {
    const dishes = itemsOf(one).map((item) => item.name);
    const categories = one.categories.map((category) => category.name);
    expect(new Set(dishes).size).toBe(dishes.length);
    expect(new Set(categories).size).toBe(categories.length);
  });

  test.each(written)('%s has dishes without and with everything that an owner may say of one', (_, one) => {
    const items = itemsOf(one);
    const { image, ...initial } = initialValues(ITEM_FIELDS);
    for (const [field, value] of Object.entries(initial)) {
      const values = items.map((item) => item[field as keyof typeof initial]);
      expect(values, field).toContain(value);
      expect(new Set(values).size, field).toBeGreaterThan(1);
    }
  });

  test.each(written)('%s has a telephone number that nobody can have', (_, one) => {
    // 555-01 is reserved for fiction in North America; in the Emirates, no local number begins with 0.
    expect(one.phone).toMatch(/^(\+1 \d{3}-555-01\d{2}|\+971 4 000 \d{4})$/);
  });

  test.each(written)('%s links to sites that nobody can have', (_, one) => {
    expect(one.links?.website).toBeDefined();
    for (const link of Object.values(one.links ?? {})) expect(new URL(link).hostname).toMatch(/\.example$/);
  });

  test.each(written)('%s has every text in each of its other languages, and in none besides', (_, one) => {
    const others = one.languages?.others ?? [];
    const texts = (row: object, fields: object) => {
      const held = Object.entries(row).filter(([field, value]) => field in fields && value !== null);
      return held.map(([field]) => field).sort();
    };
    const rows = [
      { row: { ...textsOfTenant(one), translations: one.translations }, fields: TENANT_TEXTS.tenant },
      ...one.categories.map((row) => ({ row, fields: MENU_TEXTS.category })),
      ...itemsOf(one).map((row) => ({ row, fields: MENU_TEXTS.item })),
      ...itemsOf(one).flatMap(({ variants = [] }) => variants.map((row) => ({ row, fields: MENU_TEXTS.variant }))),
      ...one.optionGroups.map((row) => ({ row, fields: MENU_TEXTS['option-group'] })),
      ...one.optionGroups.flatMap(({ options }) => options.map((row) => ({ row, fields: MENU_TEXTS.option }))),
    ];
    for (const { row, fields } of rows) {
      const expected = Object.fromEntries(others.map((tag) => [tag, texts(row, fields)]));
      const translated = Object.entries(row.translations ?? {}).map(([tag, by]) => [tag, texts(by, fields)]);
      expect(Object.fromEntries(translated)).toEqual(expected);
    }
  });

  test.each(written)(
    '%s has dishes in sizes, a group that dishes share, and declarations for most dishes',
    (_, one) => {
      const items = itemsOf(one);
      const sized = items.filter(({ variants }) => variants);
      expect(sized.length).toBeGreaterThan(0);
      for (const { price, variants = [] } of sized) {
        expect(price).toBe(Math.min(...variants.map((size) => size.price)));
      }
      const named = items.flatMap(({ optionGroups = [] }) => optionGroups ?? []);
      expect(new Set(named)).toEqual(new Set(one.optionGroups.map((_group, at) => at + 1)));
      expect(named.length).toBeGreaterThan(new Set(named).size);
      const declared = items.filter(({ allergens }) => allergens);
      expect(declared.length).toBeGreaterThan(items.length * 0.75);
      expect(declared.length).toBeLessThan(items.length);
      for (const { name, diet, allergens } of items) {
        const states = allergens && declaredIn(allergens).states;
        expect(contradictionsIn({ ...(diet && { diet }), ...(states && { allergens: { states } }) }), name).toEqual([]);
        // Otherwise guests would not see it.
        if (diet?.includes('gluten-free')) expect(stateOf(states, 'gluten'), name).toBe('f');
      }
      expect(items.some(({ diet }) => diet?.includes('vegetarian'))).toBe(true);
      expect(JSON.stringify(one)).not.toMatch(/main course with fries, 29|Add [a-z ]+ for \d|\d extra|instead for \d/);
    },
  );

  test('the mezze menu is in Arabic and in English, with prices in dirhams', () => {
    const mezze = byKitchen.get('mezze');
    expect(mezze).toMatchObject({ languages: { base: 'ar', others: ['en'] }, currency: 'AED', pricesIncludeTax: true });
    for (const { name, translations } of [...(mezze?.categories ?? []), ...itemsOf(mezze)]) {
      expect(name).toMatch(/^[\p{Script=Arabic}\p{M} ]+$/u);
      expect(translations?.en?.name).toMatch(/^[\p{Script=Latin} ]+$/u);
    }
  });

  test.each([
    ['cafe', 'Mo-Fr 07:00-16:00; Sa-Su 08:00-16:00'],
    ['mezze', 'Mo-Th,Su 12:00-24:00, Fr 13:30-02:00, Sa 12:00-02:00'],
    ['trattoria', undefined],
    ['japanese', 'Tu-Th 11:30-14:00,17:30-22:00; Fr-Sa 11:30-14:00,17:30-23:00; Su 12:00-14:30,17:00-21:00; Mo off'],
    ['bistro', 'Mo-Th,Su 12:00-24:00, Fr-Sa 12:00-02:00'],
  ])('%s has the opening hours %s', (kitchen, expected) => {
    const { hours } = byKitchen.get(kitchen) ?? {};
    expect(hours && osmHours(hours, '2026-11-23').text).toBe(expected);
  });

  test('the sushi menu is in Japanese and in English', () => {
    const sushi = byKitchen.get('japanese');
    expect(sushi?.languages).toEqual({ base: 'ja', others: ['en'] });
    for (const { name, translations } of [...(sushi?.categories ?? []), ...itemsOf(sushi)]) {
      expect(name).toMatch(/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・ ]+$/u);
      expect(translations?.en?.name).toMatch(/^[\p{Script=Latin}\p{P} ]+$/u);
    }
    const names = itemsOf(byKitchen.get('japanese')).map((item) => item.name);
    for (const script of [/\p{Script=Han}/u, /\p{Script=Hiragana}/u, /\p{Script=Katakana}/u]) {
      expect(names.some((name) => script.test(name))).toBe(true);
    }
  });

  test('the bistro menu is in French, English and German', () => {
    const bistro = byKitchen.get('bistro');
    expect(bistro?.languages).toEqual({ base: 'fr', others: ['en', 'de'] });
    const texts = [...(bistro?.categories ?? []), ...itemsOf(bistro)].map(({ description, translations }) => [
      description,
      translations?.en?.description,
      translations?.de?.description,
    ]);
    // Each in words of its own.
    for (const text of texts) if (text[0]) expect(new Set(text).size).toBe(3);
  });

  test('the bistro has names long enough to break a careless layout', () => {
    const longest = Math.max(...itemsOf(byKitchen.get('bistro')).map((item) => item.name.length));
    expect(longest).toBeGreaterThan(100);
  });

  test('share no slug, owner or theme colour', () => {
    const restaurants = written.map(([, one]) => one);
    for (const distinct of [
      new Set(restaurants.map((one) => one.slug)),
      new Set(restaurants.map((one) => one.owner.email)),
      new Set(restaurants.map((one) => one.themeColor)),
    ]) {
      expect(distinct.size).toBe(restaurants.length);
    }
  });
});

describe('the rich menu', () => {
  const rich = richMenu(byKitchen.get('trattoria') as Restaurant);

  test('has every facet of 65 dishes, as an owner could set them', () => {
    expect(rich.items).toHaveLength(65);
    for (const { name, facets, choices = {} } of rich.items) {
      const { variants, optionGroups = [], allergens } = choices;
      expect(Object.keys(facets)).toEqual(Object.keys(FACETS));
      const given = { ...facets, variants, optionGroups };
      expect(newMenuItem.parse({ name, price: 1, categoryId: 1, ...given })).toMatchObject(given);
      expect(contradictionsIn({ ...facets, allergens })).toEqual([]);
      expect(variants).toHaveLength(2);
      const { states } = declaredAllergens.parse(allergens);
      expect(consistentStates(states)).toBe(states);
      for (const id of optionGroups) expect(rich.optionGroups.map((group) => group.id)).toContain(id);
    }
    for (const group of rich.optionGroups) expect(optionGroup.parse(group)).toEqual(group);
  });

  test('has a translation of every text, of what it says now', () => {
    const rows = byKitchen.get('trattoria')?.categories.flatMap((category) => [category, ...category.items]) ?? [];
    const added = new Map([...rich.categories, ...rich.items].map((row) => [row.name, row.texts]));
    for (const { name, description } of rows) {
      for (const tag of rich.settings.languages.others) {
        const texts = added.get(name)?.[tag];
        expect(texts?.name?.of).toBe(hashOfText(name));
        expect(texts?.description?.of).toBe(description === null ? undefined : hashOfText(description));
      }
    }
  });
});

describe('reading a restaurant', () => {
  const valid = {
    slug: 'corner-bar',
    name: 'Corner Bar',
    description: 'A bar.',
    phone: '+1 212-555-0100',
    address: '1 Corner Street',
    themeColor: '#123456',
    timeZone: 'America/New_York',
    owner: { name: 'Ana', email: 'ana@example.test' },
    categories: [{ name: 'Drinks', items: [{ name: 'Water', price: 2 }] }],
  };
  const read = (change: object) => () => parseRestaurant('bar.json', JSON.stringify({ ...valid, ...change }));

  test('fills in what was left out', () => {
    const {
      categoryId: _category,
      image: _image,
      ...water
    } = newMenuItem.parse({ name: 'Water', price: 2, categoryId: 1 });
    expect(read({})().categories[0]).toEqual({ name: 'Drinks', description: null, items: [water] });
  });

  test('names the file and the field that is wrong', () => {
    const categories = [{ name: 'Drinks', items: [{ name: 'Water', price: 2.005 }] }];
    expect(read({ categories })).toThrow(
      /bar\.json.*\n.*categories\[0\]\.items\[0\]\.price: Price can have at most two/,
    );
    expect(read({ slug: 'admin' })).toThrow(/bar\.json.*\n.*slug: This menu URL is reserved/);
    expect(read({ owner: { name: 'Ana', email: 'ana' } })).toThrow(/owner\.email: Enter a valid email/);
  });

  test('refuses a field it does not know', () => {
    expect(read({ categories: [{ name: 'Drinks', items: [{ name: 'Water', price: 2, popular: true }] }] })).toThrow(
      /categories\[0\]\.items\[0\]: .*popular/,
    );
  });

  test('names the translation that is wrong', () => {
    const translated = (translations: object) =>
      read({ categories: [{ name: 'Drinks', items: [{ name: 'Water', price: 2, translations }] }] });
    expect(translated({ FR: { name: 'Eau' } })).toThrow(/items\[0\]\.translations\.FR: /);
    expect(translated({ fr: { nom: 'Eau' } })).toThrow(/items\[0\]\.translations\.fr: .*nom/);
    expect(translated({ fr: { name: '' } })).toThrow(/items\[0\]\.translations\.fr\.name: /);
  });

  test('names the file that is not JSON', () => {
    expect(() => parseRestaurant('bar.json', '{')).toThrow(/^bar\.json is not JSON/);
  });
});

describe('the made-up restaurants', () => {
  test('are the same ones every time, however many are made', () => {
    expect([...makeRestaurants(50, byKitchen)]).toEqual(made.slice(0, 50));
    expect(makeRestaurant(321, byKitchen)).toEqual(made[320]);
  });

  test('share no slug and no owner', () => {
    expect(new Set(made.map((one) => one.slug)).size).toBe(made.length);
    expect(new Set(made.map((one) => one.owner.email)).size).toBe(made.length);
  });

  test('carry their number', () => {
    const one = makeRestaurant(42, byKitchen);
    expect(one.slug).toMatch(/^[a-z-]+-00042$/);
    expect(one.owner.email).toBe('owner-00042@load.tavola.test');
    expect(makeRestaurant(1_234_567, byKitchen).slug).toMatch(/-1234567$/);
  });

  test('are in one language', () => {
    const rows = made.flatMap((one) => [one, ...one.categories, ...itemsOf(one)]);
    expect(rows.filter((row) => 'translations' in row || 'languages' in row)).toEqual([]);
    for (const { name } of made.flatMap((one) => [...one.categories, ...itemsOf(one)])) {
      expect(name).toMatch(/\p{Script=Latin}/u);
    }
  });

  test('could be typed in by their owners', () => {
    for (const one of made) {
      expect(restaurant.parse(one)).toEqual(one);
      expect(one.slug.length).toBeLessThanOrEqual(SLUG_MAX_LENGTH);
      expect(one.name).not.toMatch(/[{}]/);
      expectStorableMenu(one);
    }
  });

  test('have 4 to 10 categories with 12 to 90 items, and no empty category', () => {
    for (const one of made) {
      expect(one.categories.length).toBeGreaterThanOrEqual(4);
      expect(one.categories.length).toBeLessThanOrEqual(10);
      expect(itemsOf(one).length).toBeGreaterThanOrEqual(12);
      expect(itemsOf(one).length).toBeLessThanOrEqual(90);
      for (const category of one.categories) expect(category.items.length).toBeGreaterThan(0);
    }
  });

  test('differ in kitchen, size and price', () => {
    expect(new Set(made.map((one) => one.name)).size).toBeGreaterThan(200);
    expect(new Set(made.map((one) => itemsOf(one).length)).size).toBeGreaterThan(50);
    const margheritas = made.flatMap(itemsOf).filter((item) => item.name === 'Margherita');
    expect(new Set(margheritas.map((item) => item.price)).size).toBeGreaterThan(5);
  });
});

describe('the id of a seeded row', () => {
  test('is the same version 5 UUID every time', () => {
    expect(seedId('tenant', 'demo')).toBe(seedId('tenant', 'demo'));
    expect(seedId('tenant', 'demo')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('differs by kind and by key', () => {
    expect(new Set([seedId('tenant', 'demo'), seedId('user', 'demo'), seedId('tenant', 'demo-2')]).size).toBe(3);
  });
});

describe('the number on the command line', () => {
  test.each(['1', '10000'])('%s is taken', (text) => {
    expect(parseCount('--restaurants', text)).toBe(Number(text));
  });

  test.each(['0', '-1', '1.5', '1e3', 'many', '', ' 5', '99999999999999999999'])("'%s' is refused", (text) => {
    expect(() => parseCount('--restaurants', text)).toThrow(/^--restaurants must be a positive whole number/);
  });
});
