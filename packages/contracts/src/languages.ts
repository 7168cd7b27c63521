import { z } from 'zod';
import { asField } from './field-kind.ts';
import { flag } from './fields.ts';
import { LANGUAGE_PATTERN, LANGUAGES_MAX } from './rules/languages.ts';

/** A language tag such as `fr` or `zh-Hans`. */
export const languageTag = asField(
  'language',
  z
    .string({ error: 'Language must be text.' })
    .regex(LANGUAGE_PATTERN, { error: 'Language must be a tag such as fr, pt-BR or zh-Hans.' }),
);

/** The language tag in a path. */
export const languageParam = z
  .string()
  .regex(LANGUAGE_PATTERN, { error: 'The language must be a tag such as fr, pt-BR or zh-Hans.' });

/**
 * The languages of a restaurant: `base` is the one that its menu is written in, `others` those that it is translated into.
 * Guests are offered a language of `always` although few names are translated.
 */
export const languages = z.object({
  base: z.string(),
  others: z.array(z.string()),
  always: z.array(z.string()).optional(),
});
export type Languages = z.infer<typeof languages>;

const tags = (label: string) =>
  z
    .array(languageTag, { error: `${label} must be a list.` })
    .max(LANGUAGES_MAX - 1, { error: `A menu can have at most ${LANGUAGES_MAX} languages.` })
    .refine((list) => new Set(list).size === list.length, { error: 'Name each language only once.' });

export const languagesInput = asField(
  'languages',
  z
    .object(
      { base: languageTag, others: tags('Other languages'), always: tags('Languages always offered').optional() },
      {
        error: 'Languages must be an object with base and others.',
      },
    )
    .refine(({ base, others }) => !others.includes(base), {
      path: ['others'],
      error: 'The language of the menu itself is not one of the others.',
    })
    .refine(({ others, always = [] }) => always.every((tag) => others.includes(tag)), {
      path: ['always'],
      error: 'Only one of the other languages can always be offered.',
    }),
  'Languages',
);

/** Who made a translation: a human or a machine. */
export const author = z.enum(['h', 'm'], { error: 'By must be h or m.' });

/** A translation as stored: `t` is the text, `of` the hash of the base text that it was made from. */
const storedText = z.object({ t: z.string(), of: z.string(), by: author });
export type StoredText = z.infer<typeof storedText>;

/** All translations of one row as stored, by language and then by field. */
export const storedTexts = z.record(z.string(), z.record(z.string(), storedText));
export type StoredTexts = z.infer<typeof storedTexts>;

/** In a change of texts: translations that were right are still right. Without it, they become stale. */
export const keepsTexts = flag('Translations are still correct').optional();
