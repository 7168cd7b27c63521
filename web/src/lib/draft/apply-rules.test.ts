import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { MenuRule } from '@tavola/contracts/menu-rules.ts';
import { groupsById } from '@tavola/contracts/rules/choices.ts';
import { describe, expect, it } from 'vitest';
import { anItem, anOptionGroup } from '../../test/samples.ts';
import { applyRules, changedPrice } from './apply-rules.ts';

const price = (value: number, rest: object = {}) => ({ kind: 'price', by: 'percent', value, ...rest }) as const;
const item = (id: number, rest: Partial<MenuItem> = {}) => anItem({ id, name: `Dish ${id}`, categoryId: 1, ...rest });
const apply = (rules: MenuRule[], items: MenuItem[], digits: 0 | 2 = 2) =>
  applyRules(rules, items, digits).map(({ item: { id }, fields, problem }) => ({
    id,
    ...fields,
    ...(problem && { problem }),
  }));

describe('a changed price', () => {
  it.each([
    // [before, percent, ending, after]
    [10, 4, undefined, 10.4],
    [14.5, 4, undefined, 15.08],
    [14.5, 4, '50', 15.5],
    [14, 4, '50', 14.5],
    [12.5, 4, '00', 13],
    [8.2, -4, '90', 7.9],
    [9, 10, '95', 9.95],
    [3, 4, 'nearest-50', 3],
    [9, 4, 'nearest-50', 9.5],
    [9.5, -4, 'nearest-50', 9],
    [9.75, 0, 'nearest-50', 10],
    // Of two that are equally near, the higher one.
    [10, 0, '50', 10.5],
    // 0.615 is a little less in binary.
    [0.6, 2.5, undefined, 0.62],
    [0.2, 0, '90', 0.9],
    [0, 4, '50', 0],
    [3, -100, undefined, 0],
  ] as const)('of %d by %d %%, ending .%s, is %d', (before, percent, ending, after) => {
    expect(changedPrice(price(percent, { ending }), before, 2)).toBe(after);
  });

  it('is raised by an amount, and not lowered below the least', () => {
    const by = (value: number, rest: object = {}) => ({ kind: 'price', by: 'amount', value, ...rest }) as const;
    expect(changedPrice(by(0.5), 9.9, 2)).toBe(10.4);
    expect(changedPrice(by(-3, { least: 8 }), 9.9, 2)).toBe(8);
    // The lowest price with that ending that is not below it.
    expect(changedPrice(by(-3, { least: 8, ending: '50' }), 9.9, 2)).toBe(8.5);
    expect(changedPrice(by(-30, { least: 8, ending: '50' }), 9.9, 2)).toBe(8.5);
  });

  it('does not move the other way to be rounded, nor to reach the least', () => {
    expect(changedPrice(price(1, { ending: '50' }), 4.9, 2)).toBe(4.9);
    expect(changedPrice(price(1, { ending: '95' }), 24, 2)).toBe(24);
    expect(changedPrice(price(1, { ending: 'nearest-50' }), 4.6, 2)).toBe(4.6);
    expect(changedPrice(price(-1, { ending: '50' }), 4.3, 2)).toBe(4.3);
    expect(changedPrice(price(-1, { least: 8 }), 7, 2)).toBe(7);
  });

  it('is whole in a currency without decimals, whatever the ending', () => {
    expect(changedPrice(price(4, { ending: '50' }), 1_250, 0)).toBe(1_300);
    expect(changedPrice(price(4), 1_260, 0)).toBe(1_310);
  });
});

describe('rules', () => {
  it('name what changes, without dishes that stay as they are', () => {
    const items = [item(1, { price: 10 }), item(2, { price: 0 }), item(3, { price: 20 })];
    expect(apply([{ where: {}, act: price(5) }], items)).toEqual([
      { id: 1, price: 10.5 },
      { id: 3, price: 21 },
    ]);
  });

  it('are about the dishes that meet every condition', () => {
    const items = [
      item(1, { name: 'Crème brûlée', price: 8, isPopular: true }),
      item(2, { name: 'Crème brûlée', price: 8, categoryId: 2, isPopular: true }),
      item(3, { name: 'Creme caramel', price: 9 }),
      item(4, { name: 'Tart', description: 'with crème', price: 7, categoryId: null }),
    ];
    const act = { kind: 'delete' } as const;
    const ids = (where: MenuRule['where']) => applyRules([{ where, act }], items, 2).map(({ item: { id } }) => id);
    expect(ids({ search: 'creme' })).toEqual([1, 2, 3, 4]);
    expect(ids({ search: 'CREME brulee', categoryIds: [1] })).toEqual([1]);
    expect(ids({ priceFrom: 8, priceTo: 8.99 })).toEqual([1, 2]);
    expect(ids({ tags: ['popular'], items: [2, 3] })).toEqual([2]);
    expect(ids({ categoryIds: [] })).toEqual([]);
  });

  it('move dishes, mark them, and change their tags', () => {
    const items = [item(1, { isFeatured: true }), item(2, { categoryId: 2, isPopular: true, isAvailable: false })];
    expect(apply([{ where: {}, act: { kind: 'move', categoryId: 2 } }], items)).toEqual([{ id: 1, categoryId: 2 }]);
    const until = item(3, { isAvailable: false, soldOutUntil: '2026-11-25T04:00:00.000Z' });
    expect(apply([{ where: {}, act: { kind: 'availability', isAvailable: false } }], [until])).toEqual([
      { id: 3, soldOutUntil: null },
    ]);
    expect(apply([{ where: {}, act: { kind: 'availability', isAvailable: false } }], items)).toEqual([
      { id: 1, isAvailable: false },
    ]);
    expect(apply([{ where: {}, act: { kind: 'tags', add: ['popular'], remove: ['featured'] } }], items)).toEqual([
      { id: 1, isPopular: true, isFeatured: false },
    ]);
  });

  it('say which prices are impossible', () => {
    const lower: MenuRule = { where: {}, act: { kind: 'price', by: 'amount', value: -5 } };
    expect(apply([lower], [item(1, { price: 4 }), item(2, { price: 5 })])).toEqual([
      { id: 1, problem: 'The price would be below zero.' },
      { id: 2, price: 0 },
    ]);
    expect(apply([{ where: {}, act: price(1_000) }], [item(1, { price: 50_000_000 })])).toEqual([
      { id: 1, problem: 'The price would be too high.' },
    ]);
  });

  it.each([
    // [by, value, ending, the offer of a dish that costs 10]
    ['percent', 20, undefined, 8],
    ['percent', 25, '90', 7.9],
    ['percent', 100, undefined, 0],
    ['amount', 1.5, undefined, 8.5],
    ['amount', 1.3, '50', 8.5],
    ['price', 6, undefined, 6],
  ] as const)('offer a dish by %s %d', (by, value, ending, offered) => {
    const act = { kind: 'offer', daypartId: 5, by, value, ending } as const;
    const kept = { daypart: 4, price: 9 };
    expect(apply([{ where: {}, act }], [item(1, { price: 10, offers: [kept, { daypart: 5, price: 1 }] })])).toEqual([
      { id: 1, offers: [kept, { daypart: 5, price: offered }] },
    ]);
  });

  it('offer nothing that is no offer, nor more than a dish may have; a removed offer leaves the others', () => {
    const offers = [1, 2, 3, 4].map((daypart) => ({ daypart, price: 5 }));
    const act = (by: 'amount' | 'price', value: number): MenuRule => ({
      where: {},
      act: { kind: 'offer', daypartId: 5, by, value },
    });
    const dishes = [item(1, { price: 6 }), item(2, { price: 10, offers }), item(3, { price: 2_000 })];
    expect(apply([act('price', 6)], dishes)).toEqual([
      { id: 1, problem: "The offer wouldn't be lower than the regular price." },
      { id: 2, problem: 'This dish has 4 offers already.' },
      { id: 3, offers: [{ daypart: 5, price: 6 }] },
    ]);
    expect(apply([act('amount', 7)], dishes.slice(0, 1))).toEqual([
      { id: 1, problem: 'The price would be below zero.' },
    ]);
    expect(apply([act('price', 5.5)], dishes.slice(2), 0)).toEqual([{ id: 3, offers: [{ daypart: 5, price: 6 }] }]);
    const remove = (daypartId: number): MenuRule => ({ where: {}, act: { kind: 'remove-offer', daypartId } });
    expect(apply([remove(1)], dishes)).toEqual([{ id: 2, offers: offers.slice(1) }]);
    expect(apply([remove(5)], dishes)).toEqual([]);
    expect(apply([1, 2, 3, 4].map(remove), dishes)).toEqual([{ id: 2, offers: null }]);
  });

  it('say when dishes are served, of those that are not served so already', () => {
    const dishes = [item(1), item(2, { dayparts: [1, 2] }), item(3, { dayparts: [] })];
    const times = (dayparts?: number[]) => apply([{ where: {}, act: { kind: 'times', dayparts } }], dishes);
    expect(times([1, 2])).toEqual([
      { id: 1, dayparts: [1, 2] },
      { id: 3, dayparts: [1, 2] },
    ]);
    expect(times([])).toEqual([
      { id: 1, dayparts: [] },
      { id: 2, dayparts: [] },
    ]);
    expect(times()).toEqual([
      { id: 2, dayparts: null },
      { id: 3, dayparts: null },
    ]);
  });

  it('follow one another', () => {
    const rules: MenuRule[] = [
      { where: { categoryIds: [1] }, act: price(10) },
      { where: { priceFrom: 11 }, act: { kind: 'availability', isAvailable: false } },
      { where: { search: 'oyster' }, act: { kind: 'delete' } },
    ];
    const items = [item(1, { price: 10 }), item(2, { price: 9 }), item(3, { name: 'Oysters', price: 30 })];
    expect(apply(rules, items)).toEqual([{ id: 1, price: 11, isAvailable: false }, { id: 2, price: 9.9 }, { id: 3 }]);
    expect(applyRules(rules, items, 2).at(-1)?.fields).toBeNull();
  });
});

describe('a dish with sizes', () => {
  const sizes = [
    { id: 31, name: 'Small', price: 7, isAvailable: true },
    { id: 32, name: 'Large', price: 11, isAvailable: false },
  ];
  const pizza = item(1, { price: 7, variants: sizes });
  const offer = (rest: object) => ({ kind: 'offer', daypartId: 5, by: 'percent', value: 10, ...rest }) as const;

  it('gets a new price for each of them, and is found by the price that it shows', () => {
    const raised = [
      { ...sizes[0], price: 7.28 },
      { ...sizes[1], price: 11.44 },
    ];
    const half = { where: { priceTo: 7.5 }, act: price(4) };
    expect(apply([half, half], [pizza])).toEqual([
      {
        id: 1,
        variants: [
          { ...raised[0], price: 7.57 },
          { ...raised[1], price: 11.9 },
        ],
      },
    ]);
    expect(apply([{ where: { priceFrom: 8 }, act: price(4) }], [pizza])).toEqual([]);
    const milk = anOptionGroup({ options: [{ id: 11, name: 'Oat', price: 2, isAvailable: true, isDefault: false }] });
    const latte = item(2, { price: 10, optionGroups: [1] });
    const dear = [{ where: { priceFrom: 11 }, act: price(10) }];
    expect(applyRules(dear, [latte], 2, groupsById([milk]))).toMatchObject([{ fields: { price: 11 } }]);
    // The lowest can't be had: guests read the next one, also after a rule before.
    const [small, large] = sizes as [(typeof sizes)[0], (typeof sizes)[0]];
    const soldOut = {
      ...pizza,
      variants: [
        { ...small, isAvailable: false },
        { ...large, isAvailable: true },
      ],
    };
    const from = (priceFrom: number) => ({ where: { priceFrom, priceTo: priceFrom }, act: price(100) });
    expect(apply([from(7)], [soldOut])).toEqual([]);
    expect(apply([from(11), from(22)], [soldOut])).toMatchObject([{ id: 1, variants: [{ price: 28 }, { price: 44 }] }]);
    const lower = { kind: 'price', by: 'amount', value: -8 } as const;
    expect(apply([{ where: {}, act: lower }], [pizza])).toEqual([{ id: 1, problem: 'The price would be below zero.' }]);
  });

  it('gets an offer for each of them, but not one price for all', () => {
    expect(apply([{ where: {}, act: offer({}) }], [pizza])).toEqual([
      {
        id: 1,
        offers: [
          { daypart: 5, price: 6.3, variant: 31 },
          { daypart: 5, price: 9.9, variant: 32 },
        ],
      },
    ]);
    expect(apply([{ where: {}, act: offer({ by: 'price', value: 5 }) }], [pizza])).toEqual([
      { id: 1, problem: 'This dish has sizes: edit it to give each its offer.' },
    ]);
  });
});
