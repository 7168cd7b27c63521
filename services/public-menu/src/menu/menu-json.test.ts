import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { moneyPattern } from '@tavola/contracts/rules/money-pattern.ts';
import { aCategory, anItem, aTenant } from '@tavola/test-kit/entities.ts';
import { expect, it } from 'vitest';
import { menuJson, tenantIn } from './menu-json.ts';

const NASTY = `","categories":[],"items":[] </script><!-- \u2028 "R&D" \\`;
const nasty: PublicMenu = {
  tenant: aTenant({ name: NASTY, description: NASTY }),
  categories: [aCategory({ name: NASTY })],
  items: [anItem({ name: NASTY })],
};
const large = {
  ...nasty,
  items: Array.from({ length: 2_000 }, (_, at) => anItem({ name: `Dish ${at}`, description: NASTY })),
};

it.each([
  ['empty', { ...nasty, categories: [], items: [] }],
  ['nasty', nasty],
  ['large', large],
  ['priced in złoty', { ...nasty, money: moneyPattern('pl', 'PLN') }],
])('a menu that is %s is unchanged after parsing, and can be embedded in a page', async (_, menu) => {
  const json = await menuJson(menu);
  expect(JSON.parse(json)).toEqual(menu);
  expect(json).not.toContain('<');
  expect(tenantIn(Buffer.from(json))).toEqual(menu.tenant);
});
