import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { columnsOf, selectFor, selectListFor } from './columns.ts';

const dish = z.object({ id: z.int(), price: z.number(), isOnTheMenu: z.boolean() });

describe('the columns of a schema', () => {
  it('are selected under the names of its fields, in its order', () => {
    expect(selectFor(dish)).toEqual({ id: true, price: true, isOnTheMenu: true });
    expect(columnsOf(['id', 'isOnTheMenu'])).toBe('id, is_on_the_menu');
    expect(columnsOf(['id', 'isOnTheMenu'], 'dish')).toBe('dish.id, dish.is_on_the_menu');
  });

  it('are named the same in SQL, also where they are expressions', () => {
    expect(selectListFor(dish, { price: 'price::float8' })).toBe(
      'id AS "id", price::float8 AS "price", is_on_the_menu AS "isOnTheMenu"',
    );
  });
});
