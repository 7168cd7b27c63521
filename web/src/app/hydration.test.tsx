import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { CURRENCIES } from '@tavola/contracts/rules/currencies.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { moneyPattern } from '@tavola/contracts/rules/money-pattern.ts';
import { hydrateRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { ALL_WORDS } from '../features/public-menu/words/words-for.ts';
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

/** A part of the page with this HTML. */
function partWith(html: string): HTMLElement {
  const part = document.createElement('div');
  part.innerHTML = html;
  return part;
}

describe.each(Object.keys(ALL_WORDS))('a page with prices in %s', (language) => {
  const currencies = Object.keys(CURRENCIES);

  it('shows them in every currency as the pattern has them', () => {
    for (const currency of currencies) {
      const menu = menuIn(language, currency);
      const expected = PRICES.map((price) => formatMoney(price, moneyPattern(language, currency)));
      expect(pricesIn(partWith(renderMenu(menu, 'prova')))).toEqual(expected);
    }
  });

  it.each(['EUR', 'PLN', 'JPY', 'AED'])(
    'is taken over in %s by a phone that can not write numbers',
    async (currency) => {
      // As it travels to the phone.
      const menu: PublicMenu = JSON.parse(JSON.stringify(menuIn(language, currency)));
      const part = partWith(renderMenu(menu, menu.tenant.slug));
      const before = part.innerHTML;
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
      expect(pricesIn(part)).toEqual(pricesIn(partWith(before)));
      root.unmount();
      expect(complaints).toEqual([]);
    },
  );
});
