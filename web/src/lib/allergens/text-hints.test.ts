import { ALLERGENS, type Allergen } from '@tavola/contracts/rules/allergens.ts';
import { expect, it } from 'vitest';
import { joinHints, type TextHints, textHints } from './text-hints.ts';

const dish = (text: string) => ({ name: text });

/** What the last of `texts` hints at, on a menu of all of them. */
function hintsOf(texts: string[], language = 'en') {
  const dishes = texts.map(dish);
  const hints = textHints(dishes, language)(dishes.at(-1) ?? dish(''));
  if (!hints) return undefined;
  const { allergens, diets, ...rest } = hints;
  return { ...Object.fromEntries(allergens), diets: diets.join(), ...rest };
}

it.each([
  // Letters mean the same everywhere until H; after it, the rest of the menu tells whose letters they are.
  [['Soup (A, C, G)'], { gluten: 'c', eggs: 'c', milk: 'c', diets: '', quotes: ['(A, C, G)'] }],
  [['Soup (A, C)', 'Cake (G)'], { milk: 'c', diets: '', quotes: ['(G)'] }],
  [['Soup (a,c)', 'Roll (A, O)', 'Stew (L)'], { celery: 'c', diets: '', quotes: ['(L)'] }],
  [['Soup (A, I)', 'Wine (L)'], { sulphites: 'c', diets: '', quotes: ['(L)'] }],
  [['Soup (A, C)', 'Wine (L)'], undefined],
  // One letter alone is no code.
  [['Espresso (G)'], undefined],
  [['Zuppa (1,3,7)'], { gluten: 'c', eggs: 'c', milk: 'c', diets: '', quotes: ['(1,3,7)'] }],
  [['Zuppa (1,3)', 'Burrata (7)'], { milk: 'c', diets: '', quotes: ['(7)'] }],
  [['Wings (12)'], undefined],
  // Numbers beside letters are additives.
  [['Wurst (A, C; 2,3)'], { gluten: 'c', eggs: 'c', diets: '', quotes: ['(A, C; 2,3)'] }],
  [['Curry (V, GF)'], { diets: 'vegetarian,gluten-free', quotes: ['(V, GF)'] }],
  [['Curry (VG)'], { diets: 'vegan', quotes: ['(VG)'] }],
  [['Curry (gluten-free)'], { diets: 'gluten-free', quotes: ['(gluten-free)'] }],
  [['Pesto, contains nuts and milk'], { nuts: 'c', milk: 'c', diets: '', quotes: ['contains nuts and milk'] }],
  [['Brownie. May contain peanuts'], { peanuts: 'm', diets: '', quotes: ['May contain peanuts'] }],
  [['Kuchen, enthält Eier'], { eggs: 'c', diets: '', quotes: ['enthält Eier'] }],
  // Where wheat is not asked, gluten is; and which nuts and cereals it is says what they are.
  [['Bread, contains wheat'], { gluten: 'c', wheat: 'c', diets: '', kinds: ['wheat'], quotes: ['contains wheat'] }],
  [
    ['Brot, enthält Hartweizen'],
    { gluten: 'c', wheat: 'c', diets: '', kinds: ['wheat'], quotes: ['enthält Hartweizen'] },
  ],
  [['Pain, contient blé'], { gluten: 'c', wheat: 'c', diets: '', kinds: ['wheat'], quotes: ['contient blé'] }],
  [['Galette, contient blé noir'], undefined],
  [
    ['Granola, contains hazelnuts, almonds and rye'],
    {
      gluten: 'c',
      nuts: 'c',
      diets: '',
      kinds: ['almond', 'hazelnut', 'rye'],
      quotes: ['contains hazelnuts, almonds and rye'],
    },
  ],
  [
    ['Torte. Kann Spuren von Mandeln'],
    { nuts: 'm', diets: '', kinds: ['almond'], quotes: ['Kann Spuren von Mandeln'] },
  ],
  [
    ['Pain, contient épeautre'],
    { gluten: 'c', wheat: 'c', diets: '', kinds: ['spelt'], quotes: ['contient épeautre'] },
  ],
  [['Sorbet, contains no milk'], undefined],
  [['Arancini (4 pz)'], undefined],
  [['Steak (medium)'], undefined],
])('what %j hint at', (texts, hints) => {
  expect(hintsOf(texts)).toEqual(hints);
});

it('numbers in German are additives', () => {
  expect(hintsOf(['Cola (1,3)'], 'de')).toBeUndefined();
});

it('of texts and of another restaurant the more careful counts', () => {
  const of = (allergens: [Allergen, 'c' | 'm' | 'f'][]): TextHints => ({
    allergens: new Map(allergens),
    diets: [],
    quotes: [],
  });
  const place = { name: 'Harbor', states: 'u'.repeat(ALLERGENS.length), kinds: [] };
  const there = {
    ...of([
      ['nuts', 'f'],
      ['milk', 'c'],
      ['eggs', 'm'],
      ['soy', 'f'],
    ]),
    place,
  };
  const texts = {
    ...of([
      ['nuts', 'c'],
      ['milk', 'm'],
      ['eggs', 'c'],
      ['fish', 'c'],
    ]),
    quotes: ['contains nuts'],
  };
  const joined = joinHints(texts, there);
  expect(Object.fromEntries(joined?.allergens ?? [])).toEqual({ nuts: 'c', milk: 'c', eggs: 'c', soy: 'f', fish: 'c' });
  expect(joined).toMatchObject({ quotes: ['contains nuts'], place });
  expect(joinHints(undefined, there)).toBe(there);
  expect(joinHints(texts, undefined)).toBe(texts);
});
