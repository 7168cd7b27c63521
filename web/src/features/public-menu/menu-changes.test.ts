import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { moneyPattern } from '@tavola/contracts/rules/money-pattern.ts';
import { anItem } from '@tavola/test-kit/entities.ts';
import { describe, expect, it } from 'vitest';
import { changesInWords, menuChanges } from './menu-changes.ts';
import { pageWords } from './words/page-words.ts';

const item = (id: number, name: string, fields: Partial<MenuItem> = {}) => anItem({ id, name, price: 8, ...fields });
const menu = (...items: MenuItem[]) => ({ categories: [], items }) as unknown as PublicMenu;
const told = (before: PublicMenu, after: PublicMenu) => changesInWords(menuChanges(before, after), pageWords().say);

const carbonara = item(1, 'Carbonara');
const tiramisu = item(2, 'Tiramisù');
const soldOut = { ...tiramisu, isAvailable: false };

describe('what changed from one menu to the next', () => {
  it('is a price, what ran out or is back, what is new and what went', () => {
    expect(told(menu(carbonara), menu({ ...carbonara, price: 9.5 }))).toBe('Carbonara is now $9.50.');
    expect(told(menu(tiramisu), menu(soldOut))).toBe('Tiramisù is out of stock.');
    expect(told(menu(soldOut), menu(tiramisu))).toBe('Tiramisù is available again.');
    expect(told(menu(), menu(item(3, 'Panna Cotta')))).toBe('New: Panna Cotta.');
    expect(told(menu(carbonara, tiramisu), menu(carbonara))).toBe('Tiramisù is no longer on the menu.');
  });

  it('tells a price as the menu writes it', () => {
    const changes = menuChanges(menu(carbonara), menu({ ...carbonara, price: 1234.5 }));
    const say = (money: Parameters<typeof changesInWords>[2]) => changesInWords(changes, pageWords().say, money);
    expect(say(moneyPattern('pl', 'PLN'))).toBe('Carbonara is now 1\u00a0234,50\u00a0zł.');
    expect(say(moneyPattern('en', 'JPY'))).toBe('Carbonara is now ¥1,235.');
  });

  it('is about a size or an option by its name, once for all dishes that have it', () => {
    const size = (id: number, name: string, price: number, isAvailable = true) => ({ id, name, price, isAvailable });
    const chowder = (...variants: object[]) =>
      ({ ...item(4, 'Chowder', { price: (variants[0] as { price: number }).price }), variants }) as never;
    const [cup, bowl] = [size(1, 'Cup', 7), size(2, 'Bowl', 11)];
    const small = { ...cup, price: 7.5 };
    expect(told(menu(chowder(cup, bowl)), menu(chowder(small, bowl)))).toBe('Chowder, Cup is now $7.50.');
    const gone = { ...bowl, isAvailable: false };
    expect(told(menu(chowder(cup, bowl)), menu(chowder(cup, gone)))).toBe('Chowder, Bowl is out of stock.');
    const withMilk = (isAvailable: boolean) => ({
      ...menu(item(5, 'Latte', { optionGroups: [1] }), item(6, 'Mocha', { optionGroups: [1] })),
      optionGroups: [
        { id: 1, name: 'Milk', min: 0, max: 1, options: [{ ...size(3, 'Oat', 1, isAvailable), isDefault: false }] },
      ],
    });
    expect(told(withMilk(true), withMilk(false))).toBe('Oat is out of stock.');
    expect(menuChanges(withMilk(true), withMilk(false))[0]?.ids).toEqual([5, 6]);
  });

  it('is nothing when only words, pictures or the order changed', () => {
    expect(menuChanges(menu(carbonara, tiramisu), menu(tiramisu, carbonara))).toEqual([]);
    expect(told(menu(carbonara), menu({ ...carbonara, description: 'With guanciale', image: 'x' }))).toBe('');
  });

  it('is told one by one up to three, and beyond that as a whole', () => {
    const [a, b, c, d] = [item(1, 'A'), item(2, 'B'), item(3, 'C'), item(4, 'D')];
    expect(told(menu(), menu(a, b, c))).toBe('New: A. New: B. New: C.');
    expect(told(menu(), menu(a, b, c, d))).toBe('The menu was updated.');
  });
});
