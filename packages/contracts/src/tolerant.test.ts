import { expect, it } from 'vitest';
import { z } from 'zod';
import { newShape, shownShape } from './field-list.ts';
import { tolerant } from './tolerant.ts';

const dish = z.object({
  name: z.string(),
  origin: z.string().nullable(),
  isVegan: z.boolean(),
  image: z.string().optional(),
});
const newDish = z.object({ name: z.string(), isVegan: z.boolean().default(false) });

it('a missing field gets the default of a new entity, or null', () => {
  expect(tolerant(dish, newDish).parse({ name: 'Soup' })).toEqual({ name: 'Soup', origin: null, isVegan: false });
});

it('known fields are kept unchanged, unknown ones dropped', () => {
  const said = { name: 'Soup', origin: 'Lecce', isVegan: true, image: 'soup.png' };
  expect(tolerant(dish, newDish).parse({ ...said, calories: 300 })).toEqual(said);
});

it.each([
  ['without a name', { origin: null, isVegan: true }],
  ['with a name that is no text', { name: 7 }],
  ['with an origin that is no text', { name: 'Soup', origin: 7 }],
])('a response %s is refused', (_what, answer) => {
  expect(tolerant(dish, newDish).safeParse(answer).success).toBe(false);
});

it('a missing field of a document stays missing, and an invalid one is dropped', () => {
  const fields = {
    name: { shown: z.string(), input: z.string() },
    spice: { shown: z.int().max(3), input: z.int(), document: 'facets' },
  } as const;
  const read = tolerant(z.object(shownShape(fields)), z.object(newShape(fields)));
  expect(Object.keys(read.parse({ name: 'Soup' }))).toEqual(['name']);
  expect(read.parse({ name: 'Soup', spice: 2 })).toEqual({ name: 'Soup', spice: 2 });
  expect(Object.keys(read.parse({ name: 'Soup', spice: { level: 2 } }))).toEqual(['name']);
});
