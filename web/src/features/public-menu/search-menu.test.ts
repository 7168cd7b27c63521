import { describe, expect, it } from 'vitest';
import { anItem } from '../../test/samples.ts';
import type { MenuSection } from './menu-sections.ts';
import { placesOf, searchMenu } from './search-menu.ts';

const names = [
  'Crème brûlée',
  'Spätzle',
  'Smørrebrød',
  'Straßenkäse',
  'Phở bò',
  'Cooper’s pie',
  '寿司',
  'Ὀβολός',
  'Izgara balık',
  'Gỏi đu đủ',
  '7-Up',
  "Chef's 'Coca-Cola' ham",
  'Burger au poivre',
  'كُنَافَة بالقشطة',
  'ラーメン（醤油）',
  'ﾗﾃ',
  'Ice Cream',
  'Fish & Chips',
];
const section: MenuSection = {
  id: 1,
  name: 'All',
  description: null,
  items: [
    ...names.map((name, at) => anItem({ id: at + 1, name, description: null })),
    anItem({ id: 90, name: 'Tarte', description: 'With crème fraîche', isAvailable: false }),
  ],
};
const found = (query: string, isShown: (item: { isAvailable: boolean }) => boolean = () => true) =>
  searchMenu([section], query, isShown).sections.flatMap(({ items }) => items.map(({ name }) => name));

describe('a search', () => {
  it.each([
    ['creme brulee', ['Crème brûlée']],
    ['CRÈME', ['Crème brûlée', 'Tarte']],
    ['fraiche  tarte ', ['Tarte']],
    ['spatzle', ['Spätzle']],
    ['smorrebrod', ['Smørrebrød']],
    ['strassenkase', ['Straßenkäse']],
    ['pho bo', ['Phở bò']],
    ["cooper's", ['Cooper’s pie']],
    ['balik', ['Izgara balık']],
    ['ızgara', ['Izgara balık']],
    ['BALIK', ['Izgara balık']],
    ['goi du du', ['Gỏi đu đủ']],
    ['寿', ['寿司']],
    ['7up', ['7-Up']],
    ['7 up', ['7-Up']],
    ['７ＵＰ', ['7-Up']],
    ['٧up', ['7-Up']],
    ['chefs', ["Chef's 'Coca-Cola' ham"]],
    ['chef´s ham', ["Chef's 'Coca-Cola' ham"]],
    ['cocacola', ["Chef's 'Coca-Cola' ham"]],
    ['coca cola', ["Chef's 'Coca-Cola' ham"]],
    ['كنافه', ['كُنَافَة بالقشطة']],
    ['کنـافة', ['كُنَافَة بالقشطة']],
    ['らーめん', ['ラーメン（醤油）']],
    ['しょうゆ', []],
    ['ラテ', ['ﾗﾃ']],
    ['ΟΒΟΛΟΣ', ['Ὀβολός']],
    // One letter missing, too many, another, or exchanged with the next, also while a word is being typed.
    ['burgr', ['Burger au poivre']],
    ['burrger', ['Burger au poivre']],
    ['borger', ['Burger au poivre']],
    ['bugrer', ['Burger au poivre']],
    ['burgers', ['Burger au poivre']],
    ['poivrr burger', ['Burger au poivre']],
    ['smorebr', ['Smørrebrød']],
    ['spaetzle', ['Spätzle']],
    ['poivr burge', ['Burger au poivre']],
    ['crme', ['Crème brûlée', 'Tarte']],
    ['icecream', ['Ice Cream']],
    ['fish and chips', ['Fish & Chips']],
    ['and', []],
    // Two wrong letters, or too short a word.
    ['cem', []],
    ['bugrr', []],
    ['pohb', []],
    ['pizza', []],
    ['’', []],
    ['.*', []],
  ])('for %s finds it in names and descriptions', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  it('for nothing finds all, and keeps what did not change', () => {
    expect(searchMenu([section], '  ', () => true).sections[0]).toBe(section);
  });

  it('leaves out what is not shown', () => {
    expect(found('creme', ({ isAvailable }) => isAvailable)).toEqual(['Crème brûlée']);
  });

  describe('finds sections', () => {
    const of = (id: number, name: string, dishes: readonly string[]): MenuSection => ({
      ...section,
      id,
      name,
      items: dishes.map((dish, at) => anItem({ id: id * 10 + at, name: dish, description: null })),
    });
    const menu = [
      of(1, 'Wine & Beer', ['Malbec, red', 'Riesling']),
      of(2, 'Steaks', ['Ribeye', 'Sirloin with red wine']),
      of(3, 'حلويات', ['كنافة']),
      of(4, '日本酒', ['獺祭']),
      of(5, 'Dessert', ['Tart']),
      of(6, 'Rotweine|Rosé', ['Merlot']),
      of(7, '☕Tea', ['Assam']),
    ];
    const ids = (query: string) =>
      searchMenu(menu, query, () => true).sections.flatMap(({ items }) => items.map((item) => item.id));

    it.each([
      ['wine', [10, 11, 21]],
      ['beer', [10, 11]],
      ['red wine', [10, 21]],
      ['steak', [20, 21]],
      ['rose', [60]],
      ['tea', [70]],
      // In the middle of a word, where spaces part them, if it is not short.
      ['wein', [60]],
      ['eak', []],
      ['لويات', [30]],
      ['酒', [40]],
      ['desert', [50]],
      ['desserts', [50]],
    ])('for %s', (query, expected) => {
      expect(ids(query)).toEqual(expected);
    });
  });

  it.each([
    ['chefs', "The Chef's choice", ["Chef's"]],
    ['brulee cr', 'Crème brûlée, crème', ['brûlée', 'Cr', 'cr']],
    ['strasse', 'Hauptstraße', ['straße']],
    ['7up', 'With 7-Up', ['7-Up']],
    ['らめ', 'ー👩‍🍳ラメン', ['ラメ']],
    ['burgr', 'A Burger, burgers', ['Burger', 'burgers']],
    ['icecrea', 'Rice cream, Ice Cream', ['Ice Cream']],
    ['wine', 'Swine', ['wine']],
    ['', 'All', []],
  ])('marks what it found for %s in %s', (query, text, expected) => {
    const found = searchMenu([section], query, () => true);
    expect(placesOf(found, text).map(([from, to]) => text.slice(from, to))).toEqual(expected);
  });
});
