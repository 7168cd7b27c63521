import { z } from 'zod';
import { asField } from './field-kind.ts';
import { requiredText, storable } from './fields.ts';
import { languageTag } from './languages.ts';
import { CATEGORY_FIELDS, ITEM_FIELDS } from './menu.ts';
import { menuRule } from './menu-rules.ts';
import { ALLERGEN_SCHEMES } from './rules/allergens.ts';

// What the AI suggests. Nothing of it is saved before the owner confirms it.

/** GET /api/assistant: whether an AI is set up. */
export const assistantState = z.object({ isOn: z.boolean() });
export type AssistantState = z.infer<typeof assistantState>;

/** How long one of its answers may take, in milliseconds. */
export const ASSISTANT_TIMEOUT_MS = 60_000;

/**
 * How long a question may wait before it is asked, in milliseconds: as long as an answer may take, so the first in line always gets
 * its turn.
 */
export const ASSISTANT_WAIT_MS = ASSISTANT_TIMEOUT_MS;

/** What a photo of a menu may be. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The largest photo of a menu, in bytes. */
export const PHOTO_MAX_BYTES = 2 * 1024 * 1024;

const photoPrice = z.number().nullable();

/** POST /api/assistant/photo: the menu on a photo, as it is printed. A price that can't be read is `null`, and that of a dish with `sizes`. */
export const photoMenu = z.object({
  sections: z.array(
    z.object({
      name: z.string().nullable(),
      dishes: z.array(
        z.object({
          name: z.string(),
          description: z.string().nullable(),
          price: photoPrice,
          sizes: z.array(z.object({ name: z.string(), price: photoPrice })),
        }),
      ),
    }),
  ),
});
export type PhotoMenu = z.infer<typeof photoMenu>;

/** The longest text to translate. */
const TEXT_MAX = 1000;

/** Most texts in one request for translations. */
export const TRANSLATED_TEXTS_MAX = 50;

/** POST /api/assistant/translations: texts, their language, and the language to translate them into. */
export const translationsInput = z.object({
  from: languageTag,
  to: languageTag,
  texts: asField(
    'texts',
    z
      .array(storable('Text').max(TEXT_MAX, { error: `Texts can be at most ${TEXT_MAX} characters long.` }), {
        error: 'Texts must be a list.',
      })
      .min(1, { error: 'Texts must name at least one.' })
      .max(TRANSLATED_TEXTS_MAX, { error: `Texts can name at most ${TRANSLATED_TEXTS_MAX}.` }),
  ),
});
export type TranslationsInput = z.output<typeof translationsInput>;

/** The translations, in the order of the texts; null for a text of which there is none that can be used. */
export const suggestedTexts = z.object({ texts: z.array(z.string().nullable()) });
export type SuggestedTexts = z.infer<typeof suggestedTexts>;

/** POST /api/assistant/dish: a dish as it is typed so far, and the language to describe it in. */
export const dishInput = z.object({
  name: ITEM_FIELDS.name.input,
  description: ITEM_FIELDS.description.input.optional(),
  category: CATEGORY_FIELDS.name.input.optional(),
  language: languageTag,
});
export type DishInput = z.output<typeof dishInput>;

/** A description, and the allergens that such a dish often contains: a hint to check, never a declaration. */
export const suggestedDish = z.object({
  description: z.string(),
  oftenContains: z.array(z.enum(ALLERGEN_SCHEMES.eu14)),
});
export type SuggestedDish = z.infer<typeof suggestedDish>;

/** POST /api/assistant/change: what to change, in the owner's words. */
export const changeInput = z.object({ text: requiredText('What to change', 500) });

/** The change as rules; none if it could not be understood. They name only what is on the menu. */
export const suggestedRules = z.object({ rules: z.array(menuRule) });
export type SuggestedRules = z.infer<typeof suggestedRules>;
