import { z } from 'zod';
import { asField } from './field-kind.ts';
import { optionalText } from './fields.ts';
import { isCurrency } from './rules/currencies.ts';

/** Maximum length of each note below a menu. */
export const NOTE_MAX = 200;

/** A currency that prices can be in, by its ISO 4217 code in any case. */
export const currency = asField(
  'currency',
  z
    .string({ error: 'Currency must be text.' })
    .trim()
    .toUpperCase()
    .refine(isCurrency, { error: 'Currency must be the code of a supported currency, such as EUR.' }),
  'Currency',
);

/** The notes below a menu: about tax, service charge and tips. */
export const notes = z.object({
  tax: z.string().optional(),
  service: z.string().optional(),
  tip: z.string().optional(),
});
export type Notes = z.infer<typeof notes>;

/** Each note in a request. */
export const NOTE_INPUTS = {
  tax: optionalText('Tax note', NOTE_MAX),
  service: optionalText('Service note', NOTE_MAX),
  tip: optionalText('Tip note', NOTE_MAX),
} satisfies Record<keyof Notes, z.ZodType>;

/** `notes` in a request. Empty notes are left out; without any, there are no notes. */
export const notesInput = asField(
  'notes',
  z
    .object(NOTE_INPUTS, { error: 'Notes must be an object with tax, service and tip.' })
    .partial()
    .transform((given): Notes | null => {
      const kept = Object.entries(given).filter(([, note]) => note);
      return kept.length > 0 ? Object.fromEntries(kept) : null;
    }),
  'Notes',
);

/** How prices are written, as public-menu tells the diners' page. */
export const moneyPattern = z.object({
  before: z.string(),
  after: z.string(),
  decimal: z.string(),
  group: z.string(),
  grouping: z.union([z.literal(2), z.literal(3)]),
  digits: z.union([z.literal(0), z.literal(2), z.literal(3)]),
});
