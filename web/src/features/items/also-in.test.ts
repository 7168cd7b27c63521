import type { MenuItem } from '@tavola/contracts/menu.ts';
import { describe, expect, it } from 'vitest';
import { anItem } from '../../test/samples.ts';
import { dishChange, planThere } from './also-in.ts';

// What a change of a dish becomes in another restaurant.

const size = (id: number, name: string, price: number) => ({ id, name, price, isAvailable: true });
const LATTE = anItem({ name: 'Latte', price: 4 });
const SIZED = anItem({ name: 'Latte', price: 3, variants: [size(1, 'Small', 3), size(2, 'Large', 5)] });

/** What the change from `before` to `after` does to `there`. */
function planned(before: MenuItem, after: Partial<MenuItem>, there: MenuItem, isSameCurrency = true) {
  const change = dishChange(before, { ...before, ...after });
  return (
    change &&
    planThere(change, [there], isSameCurrency).map(
      ({ fields, problem, note }) => problem ?? { ...fields, ...(note && { note }) },
    )
  );
}

const there = (rest: Parameters<typeof anItem>[0] = {}) =>
  anItem({ id: 70, name: 'latte', price: 9, categoryId: 8, ...rest });

describe('A change in another restaurant', () => {
  it.each<[string, MenuItem, Partial<MenuItem>, MenuItem, unknown]>([
    ['has only what changed', LATTE, { price: 5 }, there({ description: 'Ours' }), [{ price: 5 }]],
    [
      'leaves out what is the same there',
      LATTE,
      { price: 5, isPopular: true },
      there({ price: 5 }),
      [{ isPopular: true }],
    ],
    ['finds the dish by its name before', LATTE, { name: 'Caffè latte' }, there(), [{ name: 'Caffè latte' }]],
    ['finds no other dish', LATTE, { price: 5 }, there({ name: 'Latte macchiato' }), []],
    ['is nothing of what belongs to one restaurant', LATTE, { categoryId: 5, optionGroups: [3] }, there(), undefined],
    [
      'says until when a dish is sold out',
      LATTE,
      { isAvailable: false, soldOutUntil: '2099-01-01T10:00:00.000Z' },
      there(),
      [{ isAvailable: false, soldOutUntil: '2099-01-01T10:00:00.000Z' }],
    ],
    [
      'says that a dish is sold out until somebody says otherwise',
      LATTE,
      { isAvailable: false },
      there({ isAvailable: false, soldOutUntil: '2099-01-01T10:00:00.000Z' }),
      [{ soldOutUntil: null }],
    ],
    [
      'gives sizes by their names, with the ids there',
      SIZED,
      { variants: [size(1, 'Small', 3), size(2, 'Large', 6)], price: 3 },
      there({ variants: [size(81, 'large', 5), size(82, 'Huge', 7)] }),
      [
        {
          variants: [
            { id: 81, name: 'large', price: 6 },
            { id: 82, name: 'Huge', price: 7 },
          ],
        },
      ],
    ],
    [
      'gives a size that is new here to no dish without sizes',
      SIZED,
      { variants: [size(1, 'Small', 3), size(2, 'Large', 5), size(3, 'Huge', 7)] },
      there(),
      ['This dish has no sizes there, so theirs were left out.'],
    ],
    [
      'leaves no dish with one size',
      { ...LATTE, variants: [size(1, 'Small', 3), size(2, 'Medium', 4), size(3, 'Large', 5)] },
      { variants: [size(2, 'Medium', 4), size(3, 'Large', 5)] },
      there({ variants: [size(81, 'Small', 3), size(82, 'Large', 5)] }),
      ['The sizes there do not go with this change, so they were left out.'],
    ],
    [
      'gives no prices of sizes to a dish without them',
      SIZED,
      { variants: [size(1, 'Small', 3), size(2, 'Large', 6)] },
      there(),
      ['This dish has no sizes there, so theirs were left out.'],
    ],
    [
      'gives the sizes that a dish gets to one without, too',
      LATTE,
      { variants: [size(1, 'Small', 3), size(2, 'Large', 6)], price: 3 },
      there(),
      [
        {
          variants: [
            { name: 'Small', price: 3 },
            { name: 'Large', price: 6 },
          ],
        },
      ],
    ],
    [
      'finds a size by what it was called before',
      SIZED,
      { variants: [size(1, 'Large', 3), size(2, 'Huge', 5), size(3, 'Tiny', 2)] },
      there({ variants: [size(81, 'Small', 3), size(82, 'Large', 5), size(83, 'Tiny', 1)] }),
      [
        {
          variants: [
            { id: 81, name: 'Large', price: 3 },
            { id: 82, name: 'Huge', price: 5 },
            { id: 83, name: 'Tiny', price: 2 },
          ],
        },
      ],
    ],
    [
      'takes sizes away',
      SIZED,
      { variants: undefined, price: 4 },
      there({ variants: [size(81, 'Small', 3), size(82, 'Large', 5)] }),
      [{ variants: null, price: 4 }],
    ],
    [
      'gives no price to a dish with sizes',
      LATTE,
      { price: 5 },
      there({ variants: [size(81, 'Small', 3), size(82, 'Large', 5)] }),
      ['This dish has sizes there, so its price was left out.'],
    ],
    [
      'says so, too, where something else changes',
      LATTE,
      { price: 5, isPopular: true },
      there({ variants: [size(81, 'Small', 3), size(82, 'Large', 5)] }),
      [{ isPopular: true, note: 'This dish has sizes there, so its price was left out.' }],
    ],
  ])('%s', (_, before, after, item, fields) => {
    expect(planned(before, after, item)).toEqual(fields);
  });

  it('has no prices where those are in another currency', () => {
    expect(planned(LATTE, { price: 5, isFeatured: true }, there(), false)).toEqual([{ isFeatured: true }]);
  });
});
