import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { moneyPattern } from '@tavola/contracts/rules/money-pattern.ts';
import { aCategory, anItem, aTenant } from '@tavola/test-kit/entities.ts';
import { expect, it } from 'vitest';
import { masterIn, menuJson, tenantIn } from './menu-json.ts';

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

it('a menu in several languages is unchanged after reading, and its translations stand by language', async () => {
  const inFrench = { fr: { name: NASTY, description: 'Le plat' } };
  const [first, last] = [
    { ...anItem(), texts: inFrench },
    { ...anItem(), texts: { de: { name: 'Gericht' }, ...inFrench } },
  ];
  for (const items of [[first, anItem(), last], large.items.map((item) => ({ ...item, texts: inFrench }))]) {
    const menu = { ...nasty, categories: [{ ...aCategory(), texts: inFrench }], items };
    const json = await menuJson(menu);
    expect(masterIn(json)).toEqual(menu);
    expect(json).not.toContain('<');
    expect(JSON.parse(json).itemTexts.fr.description[0]).toBe('Le plat');
    expect(tenantIn(Buffer.from(json))).toEqual(menu.tenant);
  }
});

it('writing a large menu does not block the process', async () => {
  let turns = 0;
  let isWritten = false;
  const count = () => {
    turns += 1;
    if (!isWritten) setImmediate(count);
  };
  setImmediate(count);
  await menuJson(large);
  isWritten = true;
  expect(turns).toBeGreaterThan(3);
});
