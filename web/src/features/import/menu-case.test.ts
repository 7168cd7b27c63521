import { expect, it } from 'vitest';
import { inMenuCase } from './menu-case.ts';
import { readMenuText } from './read-text.ts';

const headings = (names: readonly string[], categories: readonly string[]) =>
  inMenuCase(readMenuText(names.map((name) => `${name}\nSoup 8.50\nBread 3.50\n`).join('\n')), categories).sections.map(
    ({ name }) => name,
  );

it.each([
  [
    ['Vorspeisen', 'Vom Grill'],
    ['Hauptgerichte', 'BBQ', 'Plats du Jour'],
  ],
  [['Vorspeisen'], ['Hauptgerichte', 'BBQ', 'Plats du jour']],
  [
    ['STARTERS', 'MAINS'],
    ['HAUPTGERICHTE', 'BBQ', 'PLATS DU JOUR'],
  ],
  [[], ['HAUPTGERICHTE', 'BBQ', 'PLATS DU JOUR']],
])('on a menu with %j, headings in capitals become %j', (categories, names) => {
  expect(headings(['HAUPTGERICHTE', 'BBQ', 'PLATS DU JOUR'], categories)).toEqual(names);
});

it('leaves other headings as they are', () => {
  expect(headings(['Aus dem OFEN'], ['Vorspeisen'])).toEqual(['Aus dem OFEN']);
});
