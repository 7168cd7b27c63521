import { z } from 'zod';
import { flag, id, optionalHttpUrl, optionalText, price, requiredText } from './fields.ts';

export const category = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
});
export type Category = z.infer<typeof category>;

export const menuItem = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  price: z.number(),
  /** `null` once the item's category was deleted. */
  categoryId: z.int().nullable(),
  isAvailable: z.boolean(),
  isPopular: z.boolean(),
  isFeatured: z.boolean(),
  image: z.string().nullable(),
});
export type MenuItem = z.infer<typeof menuItem>;

const categoryFields = {
  name: requiredText('Name', 100),
  description: optionalText('Description', 500),
  isActive: flag('Active'),
};

/** POST /api/categories */
export const newCategory = z.object({
  name: categoryFields.name,
  description: categoryFields.description.default(null),
  isActive: categoryFields.isActive.default(true),
});
export type NewCategory = z.infer<typeof newCategory>;

/** PUT /api/categories/{id}: a field that is left out stays as it is. */
export const categoryChange = z.object(categoryFields).partial();
export type CategoryChange = z.infer<typeof categoryChange>;

const itemFields = {
  name: requiredText('Name', 150),
  description: optionalText('Description', 1000),
  price,
  categoryId: id('Category'),
  isAvailable: flag('Availability'),
  isPopular: flag('Popular'),
  isFeatured: flag('Featured'),
  image: optionalHttpUrl('Image URL'),
};

/** POST /api/menu-items */
export const newMenuItem = z.object({
  name: itemFields.name,
  description: itemFields.description.default(null),
  price: itemFields.price,
  categoryId: itemFields.categoryId,
  isAvailable: itemFields.isAvailable.default(true),
  isPopular: itemFields.isPopular.default(false),
  isFeatured: itemFields.isFeatured.default(false),
  image: itemFields.image.default(null),
});
export type NewMenuItem = z.infer<typeof newMenuItem>;

/** PUT /api/menu-items/{id}: a field that is left out stays as it is. */
export const menuItemChange = z.object(itemFields).partial();
export type MenuItemChange = z.infer<typeof menuItemChange>;

/** GET /internal/menus/{tenantId}: a whole menu in display order, with the version it was read at. */
export const internalMenu = z.object({
  version: z.int(),
  categories: z.array(category),
  items: z.array(menuItem),
});
export type InternalMenu = z.infer<typeof internalMenu>;

/** GET /internal/menus/{tenantId}/stats */
export const menuStats = z.object({ totalItems: z.int(), availableItems: z.int() });
export type MenuStats = z.infer<typeof menuStats>;

/** GET /internal/stats */
export const platformMenuStats = z.object({ totalMenuItems: z.int() });
export type PlatformMenuStats = z.infer<typeof platformMenuStats>;
