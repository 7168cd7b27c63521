import { z } from 'zod';
import { wholeNumber } from '../fields.ts';
import { facet } from './facet.ts';

/** Most kilocalories of a dish. */
const ENERGY_MAX = 9_999;

/** The energy of a dish, in kilocalories. */
export const energy = facet({
  shown: z.int().min(0).max(ENERGY_MAX),
  input: wholeNumber('Energy', ENERGY_MAX),
  column: 'Energy (kcal)',
  jsonLd: (kilocalories) => ({
    nutrition: { '@type': 'NutritionInformation', calories: `${kilocalories} kcal` },
  }),
});
