import { z } from 'zod';
import { announcementText } from './announcements.ts';
import { TENANT_FIELDS } from './auth.ts';
import { CHOICE_NAME_MAX, OPTION_GROUP_FIELDS } from './choices.ts';
import { DAYPART_FIELDS } from './dayparts.ts';
import { asField } from './field-kind.ts';
import { choiceId, ID_MAX, requiredText, storable, uuid } from './fields.ts';
import { author, type StoredText } from './languages.ts';
import { CATEGORY_FIELDS, ITEM_FIELDS } from './menu.ts';
import { NOTE_INPUTS } from './money.ts';

/** The texts that can be translated: the schema of each, by kind of row and field. */
type Translatable = Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;

const choiceName = requiredText('Name', CHOICE_NAME_MAX);

/** The texts of a menu that can be translated. The ids of sizes (`variant`) and options are their own. */
export const MENU_TEXTS = {
  category: { name: CATEGORY_FIELDS.name.input, description: CATEGORY_FIELDS.description.input },
  item: { name: ITEM_FIELDS.name.input, description: ITEM_FIELDS.description.input },
  daypart: { name: DAYPART_FIELDS.name.input },
  'option-group': { name: OPTION_GROUP_FIELDS.name.input },
  variant: { name: choiceName },
  option: { name: choiceName },
} as const satisfies Translatable;

/** The texts of a restaurant that can be translated. */
export const TENANT_TEXTS = {
  tenant: {
    description: TENANT_FIELDS.description.input,
    'notes.tax': NOTE_INPUTS.tax,
    'notes.service': NOTE_INPUTS.service,
    'notes.tip': NOTE_INPUTS.tip,
    'announcements.first': announcementText,
    'announcements.second': announcementText,
  },
} as const satisfies Translatable;

type KindOf<Texts> = keyof Texts & string;
type FieldOf<Texts> = { [Kind in keyof Texts]: keyof Texts[Kind] & string }[keyof Texts];

const names = <Name extends string>(list: readonly Name[]) => list as unknown as readonly [Name, ...Name[]];

const kindsOf = <Texts extends Translatable>(texts: Texts) => z.enum(names(Object.keys(texts) as KindOf<Texts>[]));

const fieldsOf = <Texts extends Translatable>(texts: Texts) =>
  z.enum(names([...new Set(Object.values(texts).flatMap(Object.keys))] as FieldOf<Texts>[]));

/**
 * The response to GET and PUT: every text that can be translated, with its translation. `base` is the text in the menu's own
 * language. A stale translation was made from another base text, so guests read the base text instead.
 */
const translations = <Texts extends Translatable, Id extends z.ZodType>(texts: Texts, rowId: Id) =>
  z.object({
    texts: z.array(
      z.object({
        kind: kindsOf(texts),
        id: rowId,
        field: fieldsOf(texts),
        base: z.string(),
        text: z.string().nullable(),
        isStale: z.boolean(),
        by: author.optional(),
      }),
    ),
  });

/** Most translations that one request changes. */
const CHANGES_MAX = 500;

/** The longest base text. */
const BASE_MAX = 1000;

/** A change of one translation, as a service gets it. */
interface TranslationChange<Kind extends string, Id, Field extends string> {
  kind: Kind;
  id: Id;
  field: Field;
  text: string | null;
  base: string;
  /** The translation that it takes the place of; any where it is not said. */
  replaces?: string | null | undefined;
  /** A human by default. */
  by?: StoredText['by'] | undefined;
}

const translationChange = <Texts extends Translatable, Id>(
  texts: Texts,
  rowId: z.ZodType<Id>,
  isInRange: (id: Id, kind: string) => boolean,
) =>
  z
    .object({
      kind: kindsOf(texts) as z.ZodType<KindOf<Texts>>,
      id: rowId,
      field: fieldsOf(texts) as z.ZodType<FieldOf<Texts>>,
      text: storable('Translation').nullable(),
      base: storable('Base text').max(BASE_MAX, { error: `Base text can be at most ${BASE_MAX} characters long.` }),
      replaces: storable('Replaced translation')
        .max(BASE_MAX, { error: `Replaced translation can be at most ${BASE_MAX} characters long.` })
        .nullable()
        .optional(),
      by: author.optional(),
    })
    .transform((given, context): TranslationChange<KindOf<Texts>, Id, FieldOf<Texts>> => {
      const change = given as TranslationChange<KindOf<Texts>, Id, FieldOf<Texts>>;
      if (!isInRange(change.id, change.kind)) {
        context.addIssue({ code: 'custom', path: ['id'], message: 'Id is out of range.' });
      }
      if (!change.text?.trim()) return { ...change, text: null };
      const parsed = texts[change.kind]?.[change.field]?.safeParse(change.text);
      if (!parsed) {
        context.addIssue({ code: 'custom', path: ['field'], message: `The ${change.kind} has no ${change.field}.` });
      }
      for (const { message } of parsed?.error?.issues ?? []) {
        context.addIssue({ code: 'custom', path: ['text'], message });
      }
      return { ...change, text: parsed?.success ? (parsed.data as string) : null };
    });

/**
 * PUT: sets translations, or removes those with `text: null`; those that are not named stay. `base` is the base text that
 * the translator saw: if it has changed since, the translation is stale. `replaces` is the translation that the translator saw: if it has
 * changed since, nothing is saved. Rows that are gone are ignored.
 */
const translationChanges = <Texts extends Translatable, Id>(
  texts: Texts,
  rowId: z.ZodType<Id>,
  isInRange: (id: Id, kind: string) => boolean = () => true,
) =>
  z.object({
    changes: asField(
      'translations',
      z
        .array(translationChange(texts, rowId, isInRange), { error: 'Changes must be a list.' })
        .min(1, { error: 'Changes must name at least one.', abort: true })
        .max(CHANGES_MAX, { error: `Changes can name at most ${CHANGES_MAX}.`, abort: true })
        .refine((list) => new Set(list.map(({ kind, id, field }) => `${kind} ${id} ${field}`)).size === list.length, {
          error: 'Changes can name each text only once.',
        }),
    ),
  });

/** GET and PUT /api/translations/{lang} */
export const menuTranslations = translations(MENU_TEXTS, z.int());
export type MenuTranslations = z.infer<typeof menuTranslations>;
export const menuTranslationChanges = translationChanges(
  MENU_TEXTS,
  choiceId('Id'),
  (id, kind) => id <= ID_MAX || kind === 'variant' || kind === 'option',
);
export type MenuTranslationChanges = z.output<typeof menuTranslationChanges>;

/** GET and PUT /api/tenant/translations/{lang}; `id` is the restaurant's. */
export const tenantTranslations = translations(TENANT_TEXTS, uuid);
export type TenantTranslations = z.infer<typeof tenantTranslations>;
export const tenantTranslationChanges = translationChanges(TENANT_TEXTS, uuid);
export type TenantTranslationChanges = z.output<typeof tenantTranslationChanges>;
