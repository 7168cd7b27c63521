import { z } from 'zod';
import { wholeNumber } from '../fields.ts';
import { facet } from './facet.ts';

/** How spicy a dish is, from 0 (mild) to 3 (very spicy). */
const SPICE_MAX = 3;

export const spice = facet({
  shown: z.int().min(0).max(SPICE_MAX),
  input: wholeNumber('Spiciness', SPICE_MAX),
  column: `Spiciness (0-${SPICE_MAX})`,
});
