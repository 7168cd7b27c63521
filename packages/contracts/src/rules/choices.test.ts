import { describe, expect, it } from 'vitest';
import { type Chosen, choiceField, chosenOf, groupsById, type OptionGroup } from './choices.ts';

// What a dish with sizes and options costs, over all small dishes: each size and option is cheap or dear, there or sold out.

interface Entry {
  price: number;
  isAvailable: boolean;
}

const ENTRIES: readonly Entry[] = [0.1, 0.2].flatMap((price) =>
  [true, false].map((isAvailable) => ({ price, isAvailable })),
);
const FREE: Entry = { price: 0, isAvailable: true };
/** All lists of `length` of `entries`. */
const lists = (entries: readonly Entry[], length: number): Entry[][] =>
  length === 0 ? [[]] : lists(entries, length - 1).flatMap((list) => entries.map((entry) => [...list, entry]));
const withIds = (list: readonly Entry[]) => list.map((entry, at) => ({ id: at + 1, ...entry }));

const SIZES = [undefined, ...lists(ENTRIES, 2), ...lists(ENTRIES, 3)];
const GROUPS: { min: number; options: Entry[] }[] = [1, 2].flatMap((length) =>
  lists([...ENTRIES, FREE], length).flatMap((options) =>
    Array.from({ length: length + 1 }, (_, min) => ({ min, options })),
  ),
);

/** All that a guest can order, each with its price in cents: a size, and options of which at least `min` must be chosen. */
function ordersOf(sizes: readonly Entry[] | undefined, groups: typeof GROUPS): number[] {
  const cents = ({ price }: Entry) => Math.round(price * 100);
  const first = sizes ? sizes.filter(({ isAvailable }) => isAvailable).map(cents) : [1000];
  return groups.reduce((orders, { min, options }) => {
    const there = options.filter(({ isAvailable }) => isAvailable);
    const chosen = Array.from({ length: 2 ** there.length }, (_, mask) => there.filter((_one, at) => mask & (1 << at)));
    const added = chosen
      .filter((some) => some.length >= min)
      .map((some) => some.reduce((sum, one) => sum + cents(one), 0));
    return orders.flatMap((order) => added.map((more) => order + more));
  }, first);
}

const dishOf = (sizes: readonly Entry[] | undefined, groups: typeof GROUPS, fields: Partial<Chosen> = {}) => {
  const known: OptionGroup[] = groups.map(({ min, options }, at) => ({
    id: at + 1,
    min,
    max: null,
    options: withIds(options),
  }));
  const dish: Chosen = {
    price: 10,
    isAvailable: true,
    ...(sizes && { variants: withIds(sizes) }),
    ...(groups.length > 0 && { optionGroups: known.map(({ id }) => id) }),
    ...fields,
  };
  return { dish, after: chosenOf(dish, groupsById(known)), known };
};

describe('a dish with sizes and options', () => {
  it('can be had if some order can, and costs what the cheapest order does', () => {
    for (const sizes of SIZES) {
      for (const groups of [[], ...GROUPS.map((group) => [group])]) {
        const { after, known } = dishOf(sizes, groups);
        const orders = ordersOf(sizes, groups);
        const what = JSON.stringify({ sizes, groups });
        expect(after.isAvailable, what).toBe(orders.length > 0);
        expect(after.lacksChoice, what).toBe(orders.length > 0 ? undefined : true);
        const cheapest = Math.min(...orders);
        const there = sizes?.filter(({ isAvailable }) => isAvailable) ?? [];
        if (orders.length > 0) {
          expect(after.priceFrom ?? after.fullPrice ?? after.price, what).toBe(cheapest / 100);
          // "From" is said where something costs more: another size, or another choice of what must be paid for.
          const choices = new Set(ordersOf(undefined, groups));
          const isFrom = new Set(there.map(({ price }) => price)).size > 1 || (!choices.has(1000) && choices.size > 1);
          expect(after.priceFrom !== undefined, what).toBe(isFrom);
        }
        const lowest = Math.min(...(there.length > 0 ? there : (sizes ?? [])).map(({ price }) => price));
        expect(after.price, what).toBe(sizes ? lowest : 10);
        expect(chosenOf(after, groupsById(known)), what).toBe(after);
      }
    }
  });

  it('adds what must be chosen from several groups', () => {
    const few = GROUPS.filter(({ options }) => options.length === 2).filter((_group, at) => at % 5 === 0);
    for (const one of few) {
      for (const other of few) {
        const { after } = dishOf(undefined, [one, other]);
        const orders = ordersOf(undefined, [one, other]);
        expect(after.isAvailable).toBe(orders.length > 0);
        if (orders.length > 0)
          expect(after.priceFrom ?? after.fullPrice ?? after.price).toBe(Math.min(...orders) / 100);
      }
    }
  });

  it('stays sold out if its owner says so, and is back with its choices', () => {
    const out = [
      { price: 0.1, isAvailable: false },
      { price: 0.2, isAvailable: false },
    ];
    const { dish, after } = dishOf(out, [], { isAvailable: false });
    expect(after).toMatchObject({ isAvailable: false });
    expect(after).not.toHaveProperty('lacksChoice');
    const lacking = dishOf(out, []).after;
    const back = { ...lacking, variants: withIds(out.map((size) => ({ ...size, isAvailable: true }))) };
    expect(chosenOf(back, new Map())).toMatchObject({ isAvailable: true, price: 0.1, priceFrom: 0.1 });
    expect(chosenOf(back, new Map())).not.toHaveProperty('lacksChoice');
    expect(dish).toMatchObject({ price: 10, isAvailable: false });
  });

  const small = { id: 1, price: 8, isAvailable: true };
  const large = { id: 2, price: 9, isAvailable: true };
  const milk = { id: 1, min: 1, max: 1, options: withIds([{ price: 2, isAvailable: true }]) };
  const dearer = { id: 2, price: 3, isAvailable: true };
  it.each<[string, Partial<Chosen>, OptionGroup[], Partial<Chosen>]>([
    [
      'of its cheapest size, whichever an offer lowers',
      { variants: [small, { ...large, price: 6, regularPrice: 9 }] },
      [],
      { price: 6, regularPrice: 8, priceFrom: 6, usualFrom: 8 },
    ],
    [
      'of its cheapest size, on paper too where that is sold out',
      { variants: [{ ...small, isAvailable: false }, large] },
      [],
      { price: 9, usualFrom: 8 },
    ],
    [
      'with what must be chosen',
      { price: 8, regularPrice: 10 },
      [{ ...milk, options: [...milk.options, dearer] }],
      { price: 8, regularPrice: 10, priceFrom: 10, usualFrom: 12 },
    ],
    ['and exact where each choice adds the same', { price: 10 }, [milk], { price: 10, fullPrice: 12 }],
    [
      'and whole where too few options are left',
      { price: 10 },
      [{ ...milk, min: 2, max: 2, options: [...milk.options, { ...dearer, isAvailable: false }] }],
      { price: 10, fullPrice: 15, lacksChoice: true },
    ],
  ])('shows the usual price %s', (_, fields, known, expected) => {
    const groups = known.length > 0 && { optionGroups: [1] };
    const {
      isAvailable: _is,
      variants: _sizes,
      optionGroups: _groups,
      ...after
    } = chosenOf<Chosen>({ price: 0, isAvailable: true, ...groups, ...fields }, groupsById(known));
    expect(after).toEqual(expected);
  });

  it('is the same object where nothing follows, and leaves groups out that are not known', () => {
    const dish = { price: 3, isAvailable: true };
    expect(chosenOf(dish, new Map())).toBe(dish);
    const named = { ...dish, optionGroups: [7] };
    expect(chosenOf(named, new Map())).toBe(named);
    expect([...groupsById()]).toEqual([]);
    expect(choiceField('variant', 12)).toBe('variant.12');
  });
});
