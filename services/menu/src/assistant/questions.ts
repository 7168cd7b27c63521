import {
  type DishInput,
  photoMenu,
  type SuggestedDish,
  suggestedDish,
  type TranslationsInput,
} from '@tavola/contracts/assistant.ts';
import { storable } from '@tavola/contracts/fields.ts';
import { ITEM_FIELDS } from '@tavola/contracts/menu.ts';
import { z } from 'zod';
import type { Question } from './assistant.ts';
import type { Photo } from './model.ts';

/** The longest text of a menu. */
const TEXT_MAX = 1_000;

/** Which menu is on the photo. */
export const photoQuestion = (photo: Photo): Question<z.infer<typeof photoMenu>> => ({
  task: 'photo',
  data: { picture: 'attached' },
  photo,
  answer: photoMenu,
});

/** What the texts are in another language: one translation for each. */
export const translationsQuestion = (input: TranslationsInput): Question<{ texts: string[] }> => ({
  task: 'translations',
  data: input,
  answer: z.object({
    texts: z
      .array(storable('Text').trim().min(1).max(TEXT_MAX))
      .refine(({ length }) => length === input.texts.length, { error: `must be ${input.texts.length} texts` }),
  }),
});

/** How a dish can be described, and which allergens it often contains. */
export const dishQuestion = (input: DishInput): Question<SuggestedDish> => ({
  task: 'dish',
  data: input,
  answer: suggestedDish.extend({
    description: z
      .string()
      .trim()
      .min(1)
      .refine((text) => ITEM_FIELDS.description.input.safeParse(text).success, {
        error: `must be plain text of at most ${TEXT_MAX} characters`,
      }),
  }),
});
