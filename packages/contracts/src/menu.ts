import { z } from 'zod';
import { declaredAllergens } from './allergens.ts';
import { soldOutUntil, soldOutUntilInput } from './availability.ts';
import { itemGroups, optionGroup, variants } from './choices.ts';
import { daypart, daypartIds, offers } from './dayparts.ts';
import { FACETS } from './facets/facets.ts';
import { asField } from './field-kind.ts';
import { type FieldList, inputShape, newShape, shownShape } from './field-list.ts';
import { flag, ID_MAX, id, optionalText, pictureUrl, price, requiredText } from './fields.ts';
import { keepsTexts, storedTexts } from './languages.ts';
import { categoryLayout } from './look.ts';

/** A category's fields. */
export const CATEGORY_FIELDS = {
  id: { shown: z.int() },
  name: { shown: z.string(), input: requiredText('Name', 100) },
  description: { shown: z.string().nullable(), input: optionalText('Description', 500), initial: null },
  isActive: { shown: z.boolean(), input: flag('Active'), initial: true },
  /** The dayparts in which its items are served; missing or empty: always. */
  dayparts: daypartIds,
  layout: categoryLayout,
} satisfies FieldList;

export const category = z.object(shownShape(CATEGORY_FIELDS));
export type Category = z.infer<typeof category>;

/** POST /api/categories */
export const newCategory = z.object(newShape(CATEGORY_FIELDS));
export type NewCategory = z.infer<typeof newCategory>;

/** PUT /api/categories/{id}: a missing field stays unchanged. */
export const categoryChange = z.object(inputShape(CATEGORY_FIELDS)).partial().extend({ keepsTexts });
export type CategoryChange = z.infer<typeof categoryChange>;

/** A menu item's fields. */
export const ITEM_FIELDS = {
  id: { shown: z.int() },
  name: { shown: z.string(), input: requiredText('Name', 150) },
  description: { shown: z.string().nullable(), input: optionalText('Description', 1000), initial: null },
  /** With sizes, the lowest of theirs, which the server sets. */
  price: { shown: z.number(), input: price },
  /** `null` if the item's category was deleted. */
  categoryId: { shown: z.int().nullable(), input: id('Category') },
  isAvailable: { shown: z.boolean(), input: flag('Availability'), initial: true },
  isPopular: { shown: z.boolean(), input: flag('Popular'), initial: false },
  isFeatured: { shown: z.boolean(), input: flag('Featured'), initial: false },
  image: { shown: z.string().nullable(), input: pictureUrl('Image URL'), initial: null },
  ...FACETS,
  /** The dayparts in which it is served; empty: always. Missing: those of its category. */
  dayparts: daypartIds,
  offers,
  variants,
  optionGroups: itemGroups,
  /** What it contains, by a declaration: a request of its own, so that nobody declares by accident. */
  allergens: { shown: declaredAllergens, document: 'facets' },
  /** When a sold-out item is available again; missing where that is open. */
  soldOutUntil: { shown: soldOutUntil, input: soldOutUntilInput, document: 'facets' },
} satisfies FieldList;

export const menuItem = z.object(shownShape(ITEM_FIELDS));
export type MenuItem = z.infer<typeof menuItem>;

/** A new item, with the initial values of what is not said of it. */
export const newMenuItem = z.object(newShape(ITEM_FIELDS));
export type NewMenuItem = z.infer<typeof newMenuItem>;

/** POST /api/menu-items. An item that is sold out until a time is so without saying that it is not available. */
export const newMenuItemInput = newMenuItem.extend({
  isAvailable: flag('Availability').optional().describe('If missing: true, or false with soldOutUntil.'),
});
export type NewMenuItemInput = z.infer<typeof newMenuItemInput>;

/** PUT /api/menu-items/{id}: a missing field stays unchanged. */
export const menuItemChange = z.object(inputShape(ITEM_FIELDS)).partial().extend({ keepsTexts });
export type MenuItemChange = z.infer<typeof menuItemChange>;

/** Most ids in one reorder request. */
export const ORDER_MAX = 2_000;

const isId = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= ID_MAX;

/**
 * PUT /api/categories/order and PUT /api/menu-items/order. Reorders the listed rows within the positions that they
 * occupy; other rows keep theirs. Unknown and deleted ids are ignored. The response is the whole list, like GET's.
 */
export const newOrder = z.object({
  // A single error message for the list, however many entries are wrong.
  ids: asField(
    'ids',
    z
      .array(z.unknown(), { error: 'Ids must be a list.' })
      .min(1, { error: 'Ids must name at least one.', abort: true })
      .max(ORDER_MAX, { error: `Ids can name at most ${ORDER_MAX}.`, abort: true })
      .refine((ids) => ids.every(isId), { error: 'Ids must be positive whole numbers.', abort: true })
      .refine((ids) => new Set(ids).size === ids.length, { error: 'Ids can name each only once.' })
      .pipe(z.array(z.int()))
      .meta({ items: { type: 'integer', minimum: 1, maximum: ID_MAX }, uniqueItems: true }),
  ),
});

/** What other services get: with its translations, if there are any. */
const texts = { texts: storedTexts.optional() };
export const internalCategory = category.extend(texts);
export const internalItem = menuItem.extend(texts);
export const internalDaypart = daypart.extend(texts);
export const internalOptionGroup = optionGroup.extend(texts);

/**
 * GET /internal/menus/{tenantId}: a whole menu in display order, with its version. `shape` is the fingerprint of the fields that the
 * release knows which sends it (service-kit's `fingerprintOf`); the release before this one sends none.
 */
export const internalMenu = z.object({
  shape: z.string().optional(),
  version: z.int(),
  categories: z.array(internalCategory),
  items: z.array(internalItem),
  dayparts: z.array(internalDaypart),
  optionGroups: z.array(internalOptionGroup),
});
export type InternalMenu = z.infer<typeof internalMenu>;

/** GET /internal/menus/{tenantId}/item-ids: the ids of all items. */
export const itemIds = z.object({ itemIds: z.array(z.int()) });

/** How many days an item counts as new. */
export const NEW_ITEM_DAYS = 30;

/** GET /internal/menus/{tenantId}/stats; `newItems` were added in the last 30 days, null where the menu has no older item. */
export const menuStats = z.object({
  availableItems: z.int(),
  newItems: z.int().nullable(),
  /** All items, and when the menu last changed; missing in what the release before sends. */
  items: z.int().optional(),
  changedAt: z.iso.datetime().optional(),
});

/** GET /internal/stats */
export const platformMenuStats = z.object({ totalMenuItems: z.int() });
