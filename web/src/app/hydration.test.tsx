import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { moneyPattern } from '@tavola/contracts/rules/money-pattern.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useTurns } from '../features/public-menu/use-turns.ts';
import { aCategory, anItem, aTenant } from '../test/samples.ts';
import { MenuRoot } from './menu-root.tsx';
import { renderMenu } from './render-menu.tsx';

// A phone's Intl may write prices otherwise than the server's. The page must not use it for them.

const PRICES = [0, 8.5, 1234.5];

const menuIn = (language: string, currency: string): PublicMenu => ({
  tenant: aTenant({ currency, pricesIncludeTax: true, notes: { tip: 'شكرا' } }),
  categories: [aCategory({ id: 1 })],
  items: PRICES.map((price, at) => anItem({ id: at + 1, name: `Dish ${at}`, categoryId: 1, price })),
  money: moneyPattern(language, currency),
});

/** The prices that `part` shows. */
const pricesIn = (part: Element) =>
  Array.from(part.querySelectorAll('.dish-price span[dir="ltr"]'), ({ textContent }) => textContent);

// Of the language and the currency the page knows only their pattern, which money.test.ts in contracts tries for all of them.
it.each([
  ['en', 'USD'],
  ['de', 'EUR'],
  ['pl', 'PLN'],
  ['ja', 'JPY'],
  ['ar', 'AED'],
])(
  'prices in %s and %s are as the pattern has them, and are taken over by a phone that can not write numbers',
  async (language, currency) => {
    // As it travels to the phone.
    const menu: PublicMenu = JSON.parse(JSON.stringify(menuIn(language, currency)));
    const part = document.createElement('div');
    part.innerHTML = renderMenu(menu, menu.tenant.slug);
    const expected = PRICES.map((price) => formatMoney(price, moneyPattern(language, currency)));
    expect(pricesIn(part)).toEqual(expected);
    vi.spyOn(Intl, 'NumberFormat').mockImplementation(() => {
      throw new Error('no number formats');
    });
    const complaints: unknown[] = [];
    const first = { status: 'ready', menu, version: '', keptAt: undefined, words: undefined } as const;
    const root = hydrateRoot(part, <MenuRoot slug={menu.tenant.slug} first={first} />, {
      onRecoverableError: (error) => complaints.push(error),
    });
    const isTakenOver = () =>
      Object.keys(part.querySelector('.dish-price') as object).some((key) => key.startsWith('__reactFiber'));
    await vi.waitFor(() => expect(isTakenOver()).toBe(true), { timeout: 15_000, interval: 5 });
    expect(pricesIn(part)).toEqual(expected);
    root.unmount();
    expect(complaints).toEqual([]);
  },
);

it('a page that wakes up before the next turn draws no dish anew', async () => {
  const at = Date.now() - 60_000;
  const menu: PublicMenu = {
    ...menuIn('en', 'USD'),
    items: [anItem({ id: 1, categoryId: 1, dayparts: [1] })],
    dayparts: [{ id: 1, name: 'Never', weekly: [[], [], [], [], [], [], []], special: [], isOn: false }],
    phase: { at, until: at + 3_600_000 },
  };
  const seen: unknown[] = [];
  const Page = () => {
    const { menu: shown, now } = useTurns(menu);
    seen.push(shown);
    return <p>{now === at ? 'as sent' : 'awake'}</p>;
  };
  const part = document.createElement('div');
  const root = createRoot(part);
  root.render(<Page />);
  await vi.waitFor(() => expect(part.textContent).toBe('awake'));
  root.unmount();
  expect(new Set(seen).size).toBe(1);
});
