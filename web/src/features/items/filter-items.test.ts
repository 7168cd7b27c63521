import type { MenuItem } from '@tavola/contracts/menu.ts';
import { anItem } from '@tavola/test-kit/entities.ts';
import { describe, expect, it } from 'vitest';
import { filterItems, NO_FILTER, showsWholeCategories } from './filter-items.ts';

const item = (id: number, name: string, more: Partial<MenuItem> = {}) => anItem({ id, name, categoryId: 1, ...more });

const items = [
  item(1, 'Crème brûlée', { description: 'Vanilla from Tahiti' }),
  item(2, 'Tiramisù', { isAvailable: false }),
  item(3, '天ぷらうどん', { categoryId: 2 }),
  item(4, 'Left over', { categoryId: null, isAvailable: false }),
];
const names = new Map([
  [1, 'Dolci'],
  [2, '麺類'],
]);
const ids = (filter: Partial<typeof NO_FILTER>, keep?: Set<number>) =>
  filterItems(items, { ...NO_FILTER, ...filter }, names, keep).shown.map(({ id }) => id);

describe('filterItems', () => {
  it('finds words in any order, in name and description, whatever their case and accents', () => {
    expect(ids({ search: ' BRULEE  vanilla ' })).toEqual([1]);
    expect(ids({ search: 'tiramisu' })).toEqual([2]);
    expect(ids({ search: 'うどん' })).toEqual([3]);
    expect(ids({ search: 'pizza' })).toEqual([]);
  });

  it('finds the dishes of a category by its name, and forgives a typo where nothing else is found', () => {
    expect(ids({ search: 'dolci' })).toEqual([1, 2]);
    expect(ids({ search: 'tiramisu dolci' })).toEqual([2]);
    expect(ids({ search: '麺' })).toEqual([3]);
    expect(ids({ search: 'tiramsu' })).toEqual([2]);
    expect(ids({ search: 'tiramsu', category: 2 })).toEqual([]);
    expect(ids({ search: 'tira', category: 1 })).toEqual([2]);
  });

  it('filters by category, and by having none that is known', () => {
    expect(ids({ category: 1 })).toEqual([1, 2]);
    expect(ids({ category: 'unknown' })).toEqual([4]);
  });

  it('filters by availability, but leaves what was just switched where it is', () => {
    expect(ids({ availability: 'available' })).toEqual([1, 3]);
    expect(ids({ availability: 'out-of-stock' })).toEqual([2, 4]);
    expect(ids({ availability: 'available' }, new Set([2]))).toEqual([1, 2, 3]);
  });

  it('counts each availability among what search and category find', () => {
    expect(filterItems(items, { ...NO_FILTER, category: 1, availability: 'available' }, names).counts).toEqual({
      all: 2,
      available: 1,
      'out-of-stock': 1,
    });
  });
});

describe('showsWholeCategories', () => {
  it('wants no search, and dishes of any availability', () => {
    expect(showsWholeCategories({ ...NO_FILTER, category: 1 })).toBe(true);
    expect(showsWholeCategories({ ...NO_FILTER, category: 'unknown', search: '  ' })).toBe(true);
    expect(showsWholeCategories(NO_FILTER)).toBe(true);
    expect(showsWholeCategories({ ...NO_FILTER, category: 1, search: 'x' })).toBe(false);
    expect(showsWholeCategories({ ...NO_FILTER, category: 1, availability: 'available' })).toBe(false);
  });
});
