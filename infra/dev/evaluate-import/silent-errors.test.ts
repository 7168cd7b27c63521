import { expect, it } from 'vitest';
import { silentErrors, silentErrorsOfCases, silentErrorsOfFixtures } from './silent-errors.ts';

it('reads no dish wrongly that it does not ask about', async () => {
  expect(silentErrorsOfFixtures()).toEqual([]);
  expect(await silentErrorsOfCases()).toEqual([]);
});

it('counts a dish whose name, category, price or availability is wrong, and none that is missing', () => {
  const olives = { category: 'Starters', name: 'Olives', price: 4.5, isAvailable: true };
  expect(silentErrors([olives], [olives, { ...olives, name: 'Bread' }])).toEqual([]);
  expect(silentErrors([{ ...olives, name: 'OLIVES' }], [olives])).toEqual([]);
  for (const wrong of [{ name: 'Olive' }, { category: 'Mains' }, { price: 45 }, { isAvailable: false }]) {
    expect(silentErrors([{ ...olives, ...wrong }], [olives])).toHaveLength(1);
  }
  expect(silentErrors([olives, olives], [olives])).toEqual(['Starters | Olives | 4.5']);
});
