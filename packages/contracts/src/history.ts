import { z } from 'zod';
import { ID_MAX, idParam } from './fields.ts';
import { tolerant } from './tolerant.ts';

/** Changes on one page of the history. */
export const HISTORY_PAGE = 50;

const fields = z.record(z.string(), z.unknown());

/**
 * One change of a menu. `changed` has the fields that were changed, with their values before and after; `added` and `removed`
 * have the whole item, category, daypart or option group. `moved` is another order: `ids` before and after. A `draft` stands for all that one
 * write did to several items: `after` is `draftCounts`.
 */
export const menuChange = z.object({
  id: z.int(),
  /** The menu's version with which it came. */
  version: z.int(),
  at: z.iso.datetime(),
  /** The user; null if no user did it. */
  by: z.uuid().nullable(),
  /** Whether a kitchen device did it, in the user's name. */
  onDevice: z.boolean().nullish(),
  kind: z.enum(['item', 'category', 'daypart', 'option-group', 'draft']),
  act: z.enum(['added', 'changed', 'removed', 'moved']),
  /** The row; null with several. */
  targetId: z.int().nullable(),
  /** Its name then. */
  name: z.string().nullable(),
  before: fields.nullable(),
  after: fields.nullable(),
  /** With a category or an option group: how many items lost it, or got it back. */
  items: z.int(),
  /** Whether it declares or confirms allergens, which can't be undone. */
  isDeclaration: z.boolean(),
  /** With a draft: when it was last put back. */
  undoneAt: z.iso.datetime().nullable(),
});
export type MenuChange = z.infer<typeof menuChange>;

/** What a draft did: numbers of items, and of categories that it added or removed. `undoes` is the draft that it put back. */
const draftCounts = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  categories: z.int(),
  undoes: z.int().optional(),
});
export type DraftCounts = z.infer<typeof draftCounts>;

/** POST /api/history/{id}/put-back: the change that this is; of a draft, up to 50 names of what was changed since and stays. */
export const putBackChange = menuChange.extend({ kept: z.array(z.string()).optional() });
export type PutBackChange = z.infer<typeof putBackChange>;

/** GET /api/history: newest first. `next` is the `before` of the next page, null on the last one. */
export const history = z.object({ changes: z.array(menuChange), next: z.int().nullable() });
export type History = z.infer<typeof history>;

/** The id of a change; the database counts further than for other ids. */
export const changeParam = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, { error: 'The id must be a whole number.' })
  .transform(Number);

/** The query of GET /api/history: those of one item, and those before the change `before`; or the first ones of one draft. */
export const historyQuery = z.object({
  item: idParam.optional(),
  before: changeParam.optional(),
  draft: changeParam.optional(),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

/** A menu's version in a path; the highest is PostgreSQL's `integer`. */
export const versionParam = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,9})$/, { error: 'The version must be a whole number.' })
  .transform(Number)
  .refine((version) => version <= ID_MAX, { error: 'The version must be a whole number.' });

/**
 * GET /api/public/menu/{slug}/changes/{version}: what guests see differently since the menu had this version. Nothing is known
 * of a version that the menu has not reached, or whose log was deleted; then all counts are 0.
 */
export const menuChanges = z.object({
  since: z.int(),
  /** The menu's version now. */
  now: z.int(),
  isKnown: z.boolean(),
  /** Dishes with another price, also of a size, and options with another one. */
  prices: z.int(),
  /** Dishes that are no longer on the menu. */
  gone: z.int(),
  added: z.int(),
  /** Dishes that were available and are not. */
  soldOut: z.int(),
  /** Sizes and options that dishes which are still on the menu no longer have; each option once, however many dishes had it. */
  choicesGone: z.int(),
  /** Sizes and options that were available and are not; sizes of dishes that have others left. */
  choicesSoldOut: z.int(),
});
export type MenuChanges = z.infer<typeof menuChanges>;

/** How many versions one request to menu may ask about: as many as printed sheets are remembered. */
const VERSIONS_MAX = 20;

/** The query of GET /internal/menus/{tenantId}/changes: versions, separated by commas. */
export const versionsQuery = z.object({
  since: z
    .string({ error: 'Since must name versions.' })
    .transform((text) => text.split(','))
    .pipe(z.array(versionParam).max(VERSIONS_MAX, { error: `Since can name at most ${VERSIONS_MAX} versions.` })),
});

/** GET /internal/menus/{tenantId}/changes: since each of the versions, in their order. */
export const changesSince = z.array(menuChanges);

/** The same for who asks: the release before this one does not count choices. */
export const askedChangesSince = z.array(
  tolerant(menuChanges, z.object({ choicesGone: z.int().default(0), choicesSoldOut: z.int().default(0) })),
);
