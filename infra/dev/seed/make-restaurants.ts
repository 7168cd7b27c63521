import { slugify } from '@tavola/contracts/slug.ts';
import { type Random, seededRandom } from './random.ts';
import type { Restaurant, RestaurantsByKitchen } from './read-restaurants.ts';
import words from './words.json' with { type: 'json' };

const CATEGORIES = { min: 4, max: 10 };
const ITEMS = { min: 12, max: 90 };
const LEAST_SHARE_OF_DISHES = 0.6;
const OUT_OF_STOCK_SHARE = 0.05;

type Category = Restaurant['categories'][number];

interface KitchenWords {
  /** Name patterns of such restaurants: `{name}`, and `{kana}` for the name in Japanese script. */
  readonly patterns: readonly string[];
  readonly names: readonly { readonly name: string; readonly kana?: string }[];
  readonly descriptions: readonly string[];
}

const kitchenWords: Readonly<Record<string, KitchenWords>> = words.kitchens;

/** A smaller menu: some categories and some of their dishes, in the original order. */
function drawCategories(all: readonly Category[], random: Random): Category[] {
  const wanted = random.integer(CATEGORIES.min, Math.min(CATEGORIES.max, all.length));
  const drawn = new Set<Category>();
  let available = 0;
  for (const category of random.shuffle(all)) {
    if (drawn.size >= wanted && available >= ITEMS.min) break;
    drawn.add(category);
    available += category.items.length;
  }
  const categories = all.filter((category) => drawn.has(category));
  const least = Math.max(ITEMS.min, Math.ceil(available * LEAST_SHARE_OF_DISHES));
  const target = random.integer(Math.min(least, ITEMS.max), Math.min(ITEMS.max, available));
  // Keeps one dish of each category, so that none is empty.
  const kept = new Set(categories.map((category) => random.pick(category.items)));
  for (const item of random.shuffle(categories.flatMap((category) => category.items))) {
    if (kept.size >= target) break;
    kept.add(item);
  }
  return categories.map((category) => ({ ...category, items: category.items.filter((item) => kept.has(item)) }));
}

/** A row in English where it has that, in one language alone. */
function inEnglish<Row extends { translations?: Readonly<Record<string, object>> | undefined }>({
  translations,
  ...row
}: Row): Omit<Row, 'translations'> {
  return { ...row, ...translations?.en };
}

/**
 * The categories at another restaurant's price level, rounded to half dollars, with other sold-out dishes, without dayparts and option
 * groups, in English.
 */
function ownPrices(categories: readonly Category[], random: Random): Category[] {
  const level = 0.85 + random.next() * 0.3;
  const atLevel = (price: number) => Math.round(price * level * 2) / 2;
  return categories.map(({ dayparts: _of, layout: _grid, ...category }) => ({
    ...inEnglish(category),
    items: category.items.map(({ dayparts: _own, offers: _offers, optionGroups: _groups, variants, ...item }) => ({
      ...inEnglish(item),
      ...(variants && { variants: variants.map((size) => ({ ...inEnglish(size), price: atLevel(size.price) })) }),
      price: atLevel(item.price),
      isAvailable: random.next() >= OUT_OF_STOCK_SHARE,
    })),
  }));
}

/**
 * Generated restaurant number `number` (from 1). The same number always gives the same restaurant.
 * Its menu is drawn from one of the given restaurants.
 */
export function makeRestaurant(number: number, restaurants: RestaurantsByKitchen): Restaurant {
  const random = seededRandom(number);
  const kitchen = random.pick(Object.keys(kitchenWords));
  const ofKitchen = kitchenWords[kitchen];
  const original = restaurants.get(kitchen);
  if (!ofKitchen || !original) throw new Error(`There is no menu ${kitchen}.json to draw from.`);

  const digits = String(number).padStart(5, '0');
  const called = random.pick(ofKitchen.names);
  const name = random
    .pick(ofKitchen.patterns)
    .replace('{name}', called.name)
    .replace('{kana}', called.kana ?? called.name);
  const { city, areaCode, timeZone } = random.pick(words.cities);

  return {
    slug: `${slugify(name)}-${digits}`,
    name,
    description: random.pick(ofKitchen.descriptions),
    // 555-0100 to 555-0199 is reserved for fiction in every area code.
    phone: `+1 ${areaCode}-555-01${String(random.integer(0, 99)).padStart(2, '0')}`,
    address: `${random.integer(1, 1999)} ${random.pick(words.streets)}, ${city}`,
    themeColor: random.pick(words.themeColors),
    timeZone,
    owner: {
      name: `${random.pick(words.owners.firstNames)} ${random.pick(words.owners.lastNames)}`,
      email: `owner-${digits}@load.tavola.test`,
    },
    dayparts: [],
    optionGroups: [],
    categories: ownPrices(drawCategories(original.categories, random), random),
  };
}

/** Generated restaurants 1 to `n`, always the same, one at a time. */
export function* makeRestaurants(n: number, restaurants: RestaurantsByKitchen): Generator<Restaurant> {
  for (let number = 1; number <= n; number += 1) yield makeRestaurant(number, restaurants);
}
