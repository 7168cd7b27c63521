/** What a dish can be said to be for, or to be made with. No zod here: phones load this file. */
export const DIETS = ['vegan', 'vegetarian', 'halal', 'kosher', 'gluten-free', 'organic', 'alcohol', 'pork'] as const;
export type Diet = (typeof DIETS)[number];

/** Those by which guests choose: who wants one sees only dishes that are said to be so. */
export const WANTED_DIETS = [
  'vegetarian',
  'vegan',
  'gluten-free',
  'halal',
  'kosher',
] as const satisfies readonly Diet[];
