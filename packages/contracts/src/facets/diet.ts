import { z } from 'zod';
import type { FieldError } from '../errors.ts';
import { asField } from '../field-kind.ts';
import { type Allergen, allowsTraces, EXCLUDED, OPPOSED, stateOf } from '../rules/allergens.ts';
import { DIETS, type Diet } from '../rules/diets.ts';
import { facet } from './facet.ts';

const SUITABLE: Partial<Record<Diet, string>> = {
  vegan: 'VeganDiet',
  vegetarian: 'VegetarianDiet',
  halal: 'HalalDiet',
  kosher: 'KosherDiet',
  'gluten-free': 'GlutenFreeDiet',
};

/** The diets that a dish is for, and what it is made with. */
export const diet = facet({
  shown: z.array(z.string()),
  input: asField(
    'diets',
    z
      .array(z.enum(DIETS, { error: `Diets must be among ${DIETS.join(', ')}.` }), { error: 'Diets must be a list.' })
      .max(DIETS.length, { error: `There are only ${DIETS.length} diets.` })
      .refine((list) => new Set(list).size === list.length, { error: 'Diets can name each only once.' }),
    'Diets',
  ),
  column: 'Diets',
  jsonLd: (diets) => {
    const suitable = diets.flatMap((one) => SUITABLE[one as Diet] ?? []);
    return suitable.length > 0 ? { suitableForDiet: suitable.map((one) => `https://schema.org/${one}`) } : {};
  },
  check: (diets, { allergens }) => {
    const states = (allergens as { states?: string } | undefined)?.states;
    const errors: FieldError[] = [];
    for (const name of diets) {
      for (const other of OPPOSED[name] ?? []) {
        if (!diets.includes(other)) continue;
        errors.push({ field: 'diet', message: `A dish can't be both ${name} and with ${other}.` });
      }
      const found = unfitFor(name, states);
      if (found) errors.push({ field: 'diet', message: `A ${name} dish can't contain ${found}.` });
    }
    return errors;
  },
});

/** The first allergen in `states` that a diet rules out; undefined if they have none. */
const unfitFor = (diet: string, states: string | undefined): Allergen | undefined =>
  EXCLUDED[diet]?.find((allergen) => isWith(diet, stateOf(states, allergen)));

const isWith = (name: string, state: string): boolean => state === 'c' || (state === 'm' && !allowsTraces(name));
