import { describe, expect, it } from 'vitest';
import { anItem } from '../../test/samples.ts';
import type { MenuSection } from './menu-sections.ts';
import { searchSections } from './search-menu.ts';

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
  searchSections([section], query, isShown).flatMap(({ items }) => items.map(({ name }) => name));

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
    ['pizza', []],
    ['.*', []],
  ])('for %s finds it in names and descriptions', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  it('for nothing finds all, and keeps what did not change', () => {
    expect(searchSections([section], '  ', () => true)[0]).toBe(section);
  });

  it('leaves out what is not shown', () => {
    expect(found('creme', ({ isAvailable }) => isAvailable)).toEqual(['Crème brûlée']);
  });
});
