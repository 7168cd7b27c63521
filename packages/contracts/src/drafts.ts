import { z } from 'zod';
import { asField } from './field-kind.ts';
import { id, storable } from './fields.ts';
import { languageTag } from './languages.ts';
import { menuItemChange, newCategory, newMenuItemInput } from './menu.ts';
import { QUOTAS } from './quotas.ts';
import { MENU_TEXTS } from './translations.ts';

/** Most dishes in one draft, added, changed and removed together: as many as a menu holds. */
const DRAFT_ITEMS_MAX = QUOTAS.items.most;

/** The largest draft as JSON, in bytes: about as much as a menu and its translations hold. */
export const DRAFT_BYTES_MAX = 2_000_000;

const TOO_MANY = `A draft can have at most ${DRAFT_ITEMS_MAX.toLocaleString('en')} items.`;

/** `schema` for a value whose entries are counted before they are looked at: a body may hold hundreds of thousands. */
const counted = <Schema extends z.ZodType>(
  schema: Schema,
  limits: readonly { most: number; message: string; count: (value: unknown) => number }[],
) => {
  const unread = limits.reduce(
    (before, { most, message, count }) =>
      before.refine((value) => count(value) <= most, { error: message, abort: true }),
    z.unknown() as z.ZodUnknown,
  );
  return unread.pipe(schema).meta(z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>);
};

/** A translation of a text; null, or a blank one, removes it. */
const translation = <Text extends z.ZodType<string | null, string | null> | z.ZodType<string, string>>(text: Text) =>
  storable('Translation')
    .nullable()
    .transform((value) => (value?.trim() ? value : null))
    .pipe(z.nullable(text))
    .optional();

/** The translations of a row's texts, by language. Those that are not named stay. */
const textsOf = ({ name, description }: (typeof MENU_TEXTS)['item' | 'category']) =>
  counted(
    z.record(
      languageTag,
      z.object(
        { name: translation(name), description: translation(description) },
        { error: 'Texts in a language must be an object with name or description.' },
      ),
      {
        error: ({ code }) =>
          code === 'invalid_key' ? 'Languages must be tags such as fr, pt-BR or zh-Hans.' : 'Texts must be an object.',
      },
    ),
    [
      {
        most: QUOTAS.languages.most,
        message: `Texts can name at most ${QUOTAS.languages.most} languages.`,
        count: (texts) => Object.keys(texts ?? {}).length,
      },
    ],
  ).optional();

const itemTexts = textsOf(MENU_TEXTS.item);
export type DraftTexts = NonNullable<z.output<typeof itemTexts>>;

/** Dishes for an existing category, or for a new one. */
const section = z
  .object(
    {
      categoryId: id('Category').optional(),
      category: newCategory
        .pick({ name: true, description: true, isActive: true, dayparts: true, layout: true })
        .extend({ texts: textsOf(MENU_TEXTS.category) })
        .optional(),
      items: z
        .array(newMenuItemInput.omit({ categoryId: true, image: true }).extend({ texts: itemTexts }), {
          error: 'Items must be a list.',
        })
        .min(1, { error: 'Items must have at least one.' }),
    },
    { error: 'Each section must be an object with items.' },
  )
  .refine(({ categoryId, category }) => (categoryId === undefined) !== (category === undefined), {
    error: 'Each section must have either categoryId or category.',
    path: ['category'],
  });

/** A dish on the menu, in the state in which the owner saw it. */
const seenItem = {
  item: id('Item'),
  etag: z.string({ error: 'Etag must be text.' }).max(100, { error: 'Etag can be at most 100 characters long.' }),
};

const change = z
  .object(
    {
      ...seenItem,
      fields: z.object(menuItemChange.shape, { error: 'Fields must be an object.' }),
      texts: itemTexts,
    },
    { error: 'Each change must be an object with item, etag and fields.' },
  )
  .refine(
    ({ fields: { keepsTexts: _keepsTexts, ...fields }, texts = {} }) => Object.keys({ ...fields, ...texts }).length > 0,
    { error: 'Fields must name at least one.', path: ['fields'] },
  )
  .refine(({ fields, texts }) => !(fields.keepsTexts && texts), {
    error: 'A change with texts cannot keep the others, too.',
    path: ['texts'],
  });

const removal = z.object(seenItem, { error: 'Each removal must be an object with item and etag.' });

/** A list whose entries are counted before they are looked at. */
const countedList = <Entry extends z.ZodType>(
  label: string,
  entry: Entry,
  limits: readonly { most: number; message: string; count: (list: readonly unknown[]) => number }[],
) => {
  const ofLists = limits.map(({ count, ...limit }) => ({
    ...limit,
    count: (value: unknown) => (Array.isArray(value) ? count(value) : 0),
  }));
  return counted(z.array(entry, { error: `${label} must be a list.` }), ofLists);
};

const itemsIn = (sections: readonly unknown[]): number =>
  (sections as { items?: unknown }[]).reduce((sum, one) => sum + (Array.isArray(one?.items) ? one.items.length : 0), 0);

const { most: CATEGORIES_MAX } = QUOTAS.categories;
const ITEMS = { most: DRAFT_ITEMS_MAX, message: TOO_MANY };
const onlyOnce = (list: readonly { item: number }[]) => new Set(list.map(({ item }) => item)).size === list.length;
const ONCE = 'Each item can be named only once.';

/** POST /api/menu-drafts: dishes to add at the end of the menu, to change and to remove. All of it is done, or nothing. */
export const draftInput = z
  .object({
    sections: asField(
      'sections',
      countedList('Sections', section, [
        {
          most: CATEGORIES_MAX,
          message: `Sections can be at most ${CATEGORIES_MAX}.`,
          count: (sections) => sections.length,
        },
        { ...ITEMS, count: itemsIn },
      ]),
    ).optional(),
    changes: asField(
      'item-changes',
      countedList('Changes', change, [{ ...ITEMS, count: (list) => list.length }]).refine(onlyOnce, { error: ONCE }),
    ).optional(),
    removals: asField(
      'item-removals',
      countedList('Removals', removal, [{ ...ITEMS, count: (list) => list.length }]).refine(onlyOnce, { error: ONCE }),
    ).optional(),
  })
  .refine(({ sections = [], changes = [], removals = [] }) => [...sections, ...changes, ...removals].length > 0, {
    error: 'A draft must have at least one section, change or removal.',
    path: ['sections'],
    abort: true,
  })
  .refine(
    ({ sections = [], changes = [], removals = [] }) =>
      itemsIn(sections) + changes.length + removals.length <= DRAFT_ITEMS_MAX,
    { error: TOO_MANY, path: ['sections'] },
  )
  .refine(({ changes = [], removals = [] }) => onlyOnce([...changes, ...removals]), {
    error: 'An item that is removed cannot be changed, too.',
    path: ['removals'],
  });
export type Draft = z.infer<typeof draftInput>;

/** The same as a client sends it: what a new dish does not say has its initial value. */
export interface DraftInput {
  sections?: readonly z.input<typeof section>[];
  changes?: readonly z.input<typeof change>[];
  removals?: readonly z.input<typeof removal>[];
}

/**
 * What a draft did: how many categories it added, and how many dishes it added, changed and removed. A change that left a dish as
 * it was does not count. `change` is its place in the history, by which it is put back; null if nothing changed.
 */
export const confirmedDraft = z.object({
  change: z.int().nullable(),
  categories: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
});
export type ConfirmedDraft = z.infer<typeof confirmedDraft>;
