import { describe, expect, it } from 'vitest';
import { aCategory, anItem, anOptionGroup } from '../../test/samples.ts';
import { groupTexts, isOffered, keysOf, onlyTexts, progressOf, type Text } from './texts.ts';

const text = (rest: Partial<Text>): Text =>
  ({ kind: 'item', id: 1, field: 'name', base: 'Gnocchi', text: null, isStale: false, ...rest }) as Text;

const TEXTS = [
  text({ kind: 'tenant', id: 'r', field: 'description', base: 'By the harbor' }),
  text({ kind: 'category', id: 7, base: 'Primi', text: 'Premiers plats' }),
  text({ id: 1, base: 'Gnocchi', text: 'Gnocchis', isStale: true }),
  text({ id: 1, field: 'description', base: 'With sage' }),
  text({ id: 2, base: 'Crème brûlée' }),
  text({ kind: 'daypart', id: 2, base: 'Lunch', text: 'Midi' }),
  text({ kind: 'variant', id: 31, base: 'Large', text: 'Grande' }),
  text({ kind: 'option-group', id: 1, base: 'Milk', text: 'Lait' }),
  text({ kind: 'option', id: 12, base: 'Oat milk', text: 'Lait d’avoine' }),
];
const size = (id: number) => ({ id, name: 'Large', price: 1, isAvailable: true });
const GROUPS = groupTexts(
  TEXTS,
  [aCategory({ id: 7, name: 'Primi' }), aCategory({ id: 8, name: 'Empty' })],
  [
    anItem({ id: 2, name: 'Crème brûlée', categoryId: null }),
    anItem({ id: 1, name: 'Gnocchi', categoryId: 7, variants: [size(30), size(31)] }),
  ],
  [anOptionGroup()],
);

it('texts are grouped as on the menu', () => {
  expect(GROUPS.map(({ title, rows }) => [title, rows.map(({ name, texts }) => `${name} ${texts.length}`)])).toEqual([
    ['Your restaurant', ['Your restaurant 1']],
    ['Primi', ['Primi 1', 'Gnocchi 3']],
    ['Options', ['Milk 2']],
    ['Menu times', ['Lunch 1']],
    ['Without a category', ['Crème brûlée 1']],
  ]);
});

it('a stale translation is none until it is reviewed', () => {
  expect(progressOf(TEXTS)).toEqual({ names: 3, translatedNames: 1, texts: 9, missing: 3, toReview: 1 });
});

describe('a language is offered', () => {
  const of = (translatedNames: number, names: number) => ({
    names,
    translatedNames,
    texts: 9,
    missing: 0,
    toReview: 0,
  });
  it.each([
    [of(3, 5), true],
    [of(2, 5), false],
    [of(0, 0), false],
  ])('with %o: %s', (progress, offered) => {
    expect(isOffered({ base: 'en', others: ['fr'] }, 'fr', progress)).toBe(offered);
    expect(isOffered({ base: 'en', others: ['fr'], always: ['fr'] }, 'fr', progress)).toBe(true);
  });
});

describe('the filter', () => {
  const left = (...of: Parameters<typeof keysOf> extends [unknown, ...infer Rest] ? Rest : never) => [
    ...keysOf(GROUPS, ...of),
  ];
  it('leaves what is missing, or to review', () => {
    expect(left('missing', '')).toEqual(['tenant r description', 'item 1 description', 'item 2 name']);
    expect(left('review', '')).toEqual(['item 1 name']);
    expect(left('all', '')).toHaveLength(9);
  });

  it('finds words in both languages, whatever their accents', () => {
    expect(left('all', 'creme BRULEE ')).toEqual(['item 2 name']);
    expect(left('all', 'premiers')).toEqual(['category 7 name']);
    expect(left('all', 'premeirs')).toEqual(['category 7 name']);
    expect(left('review', 'sage')).toEqual([]);
  });

  it('leaves out what is empty then', () => {
    expect(onlyTexts(GROUPS, keysOf(GROUPS, 'review', '')).map(({ title }) => title)).toEqual(['Primi']);
  });
});
