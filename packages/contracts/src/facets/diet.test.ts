import { expect, it } from 'vitest';
import { ALLERGENS, type Allergen, EXCLUDED, NOTHING_DECLARED } from '../rules/allergens.ts';
import { withState } from '../rules/declared-allergens.ts';
import { DIETS } from '../rules/diets.ts';
import { contradictionsIn } from './facets.ts';

const errorsOf = (diet: readonly string[], states?: string) =>
  contradictionsIn({ diet, ...(states && { allergens: { states } }) });

it('a diet contradicts what a dish contains, and "gluten-free" also traces; nothing contradicts what is unknown', () => {
  for (const diet of DIETS) {
    const excluded: readonly Allergen[] = EXCLUDED[diet] ?? [];
    expect(errorsOf([diet])).toEqual([]);
    for (const allergen of ALLERGENS) {
      for (const state of ['c', 'm', 'f', 'u'] as const) {
        const isWrong = excluded.includes(allergen) && (state === 'c' || (state === 'm' && diet === 'gluten-free'));
        const message = `A ${diet} dish can't contain ${allergen}.`;
        expect(errorsOf([diet], withState(NOTHING_DECLARED, allergen, state))).toEqual(
          isWrong ? [{ field: 'diet', message }] : [],
        );
      }
    }
  }
});

it('diets contradict one another', () => {
  const opposed = DIETS.flatMap((one) =>
    DIETS.filter((other) => one < other && errorsOf([one, other]).length > 0).map((other) => `${one}, ${other}`),
  );
  expect(opposed.toSorted()).toEqual([
    'alcohol, halal',
    'halal, pork',
    'kosher, pork',
    'pork, vegan',
    'pork, vegetarian',
  ]);
  expect(errorsOf(['halal', 'pork', 'alcohol'])).toHaveLength(2);
});
