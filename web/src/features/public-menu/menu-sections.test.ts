import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { aCategory, anItem } from '@tavola/test-kit/entities.ts';
import { describe, expect, it } from 'vitest';
import { eastAsianLanguage, menuSections, scriptLang } from './menu-sections.ts';

const item = (id: number, categoryId: number | null, name = `Item ${id}`) => anItem({ id, categoryId, name });
const category = (id: number, name: string) => aCategory({ id, name });
const menu = (categories: PublicMenu['categories'], items: MenuItem[]) => ({ categories, items }) as PublicMenu;

describe('menu sections', () => {
  it('keep the order of categories and of items, and empty categories too', () => {
    const sections = menuSections(
      menu([category(2, 'B'), category(1, 'A')], [item(1, 1), item(3, 2), item(2, 2)]),
      'More',
    );
    expect(sections.map(({ name, items }) => [name, items.map(({ id }) => id)])).toEqual([
      ['B', [3, 2]],
      ['A', [1]],
    ]);
  });

  it("put items without a category, or with an unknown one, last under 'More'", () => {
    const sections = menuSections(menu([category(1, 'A')], [item(1, null), item(2, 1), item(3, 9)]), 'More');
    expect(sections.map(({ id, name, items }) => [id, name, items.length])).toEqual([
      [1, 'A', 1],
      [null, 'More', 2],
    ]);
  });
});

describe('the language of names', () => {
  it('is Japanese once there are kana, and is said only of East Asian names', () => {
    const lang = eastAsianLanguage(menu([category(1, '前菜')], [item(1, 1, 'もずく酢'), item(2, 1, 'Edamame')]));
    expect(lang).toBe('ja');
    expect(scriptLang('前菜', lang)).toBe('ja');
    expect(scriptLang('Edamame', lang)).toBeUndefined();
  });

  it('is not guessed from Han characters alone', () => {
    expect(eastAsianLanguage(menu([category(1, '點心')], []))).toBeUndefined();
  });
});
