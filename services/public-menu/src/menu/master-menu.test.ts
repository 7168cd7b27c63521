import { expect, it } from 'vitest';
import { z } from 'zod';
import { formatOf, MENU_FORMAT, masterMenu } from './master-menu.ts';

it('the format number changes when a field of an item is added, removed or changes its type', () => {
  const menuItem = masterMenu.shape.items.element;
  const withItems = (item: z.ZodObject) => formatOf(masterMenu.extend({ items: z.array(item) }) as never);
  expect(withItems(menuItem)).toBe(MENU_FORMAT);
  const others = [
    menuItem.extend({ origin: z.string().nullable() }),
    menuItem.omit({ image: true }),
    menuItem.extend({ price: z.string() }),
  ].map(withItems);
  expect(new Set([MENU_FORMAT, ...others]).size).toBe(4);
});
