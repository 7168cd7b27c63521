import {
  type DishInput,
  photoMenu,
  type SuggestedDish,
  type SuggestedTexts,
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
export function translationsQuestion(input: TranslationsInput): Question<SuggestedTexts> {
  const text = storable('Text')
    .trim()
    .min(1)
    .max(TEXT_MAX, { error: `must be at most ${TEXT_MAX} characters` });
  const textsOf = <Text extends z.ZodType<string | null>>(one: Text) =>
    z.object({
      texts: z
        .array(one)
        .refine(({ length }) => length === input.texts.length, { error: `must be ${input.texts.length} texts` })
        .refine((all) => all.some((made) => made !== null), { error: 'none can be used' }),
    });
  return {
    task: 'translations',
    data: input,
    answer: textsOf(text),
    secondAnswer: textsOf(text.nullable().catch(null)),
  };
}

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
