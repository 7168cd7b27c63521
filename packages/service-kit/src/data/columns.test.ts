import { type FieldList, inputShape, newShape, shownShape } from '@tavola/contracts/field-list.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  columnsOf,
  documentsJson,
  newDocuments,
  selectFor,
  selectListFor,
  splitFields,
  storedNames,
  toRow,
  toShown,
} from './columns.ts';

const plain = z.object({ id: z.int(), price: z.number(), isOnTheMenu: z.boolean() });

describe('the columns of a schema', () => {
  it('are selected under the names of its fields, in its order', () => {
    expect(selectFor(plain)).toEqual({ id: true, price: true, isOnTheMenu: true });
    expect(columnsOf(['id', 'isOnTheMenu'])).toBe('id, is_on_the_menu');
    expect(columnsOf(['id', 'isOnTheMenu'], 'dish')).toBe('dish.id, dish.is_on_the_menu');
  });

  it('are named the same in SQL, also where they are expressions', () => {
    expect(selectListFor(plain, { price: 'price::float8' })).toBe(
      'id AS "id", price::float8 AS "price", is_on_the_menu AS "isOnTheMenu"',
    );
  });
});

const DISH_FIELDS = {
  id: { shown: z.int() },
  spice: { shown: z.int(), input: z.int(), document: 'facets' },
  isOnTheMenu: { shown: z.boolean(), input: z.boolean(), initial: true },
  origin: { shown: z.string(), input: z.string(), document: 'facets' },
} satisfies FieldList;
const dish = z.object(shownShape(DISH_FIELDS));
const newDish = z.object(newShape(DISH_FIELDS));
const dishChange = z.object(inputShape(DISH_FIELDS)).partial();

describe('a field in a document', () => {
  it('may be missing in responses, but not null', () => {
    expect(dish.parse({ id: 1, isOnTheMenu: true })).toEqual({ id: 1, isOnTheMenu: true });
    expect(dish.safeParse({ id: 1, isOnTheMenu: true, spice: null }).success).toBe(false);
  });

  it('may be missing or null in requests, and has no default', () => {
    expect(newDish.parse({})).toEqual({ isOnTheMenu: true });
    expect(newDish.parse({ spice: null, origin: 'Lecce' })).toEqual({
      isOnTheMenu: true,
      spice: null,
      origin: 'Lecce',
    });
    expect(dishChange.parse({ spice: null })).toEqual({ spice: null });
    expect(dishChange.safeParse({ spice: 'hot' }).success).toBe(false);
  });

  it('is stored in its document, also from a derived schema', () => {
    const schemas: z.ZodObject[] = [dish, newDish.extend({ id: z.int() }), dishChange.extend({ id: z.int() })];
    for (const schema of schemas)
      expect(new Set(storedNames(schema))).toEqual(new Set(['id', 'isOnTheMenu', 'facets']));
    expect(selectFor(dish)).toEqual({ id: true, isOnTheMenu: true, facets: true });
    expect(selectListFor(dish)).toBe('id AS "id", is_on_the_menu AS "isOnTheMenu", facets AS "facets"');
  });
});

describe('a row with documents', () => {
  it('is read with those fields of its documents that this release knows', () => {
    const facets = { origin: 'Lecce', allergens: { states: 'c' } };
    expect(toShown(dish)({ id: 1, isOnTheMenu: true, facets })).toEqual({ id: 1, isOnTheMenu: true, origin: 'Lecce' });
    expect(toShown(dish)({ id: 1, isOnTheMenu: true, facets: {} })).toEqual({ id: 1, isOnTheMenu: true });
  });

  it('is written as columns, new values and removed fields', () => {
    expect(splitFields(dish, { isOnTheMenu: false, spice: 0, origin: null })).toEqual({
      columns: { isOnTheMenu: false },
      documents: new Map([['facets', { given: { spice: 0 }, cleared: ['origin'] }]]),
    });
    expect(splitFields(dish, { isOnTheMenu: false, spice: undefined }).documents.size).toBe(0);
  });

  it('starts with the given fields, or empty documents', () => {
    expect(newDocuments(dish, { spice: 2, origin: null })).toEqual({ facets: { spice: 2 } });
    expect(toRow(newDish, { isOnTheMenu: true })).toEqual({ is_on_the_menu: true, facets: {} });
  });
});

it('is plain JSON if it has no document fields', () => {
  expect(documentsJson(z.object({ id: z.int() }))).toBe(`'}'`);
});
