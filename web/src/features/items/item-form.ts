import type { Category, MenuItem, MenuItemChange } from '@tavola/contracts/menu.ts';
import { type NewMenuItem, newMenuItem } from '@tavola/contracts/menu.ts';
import { z } from 'zod';

/** What is said when an item has no category (spec §8). */
export const CATEGORY_REQUIRED = 'Please select a category for the menu item.';

/** The item form: as the contract has it, with the texts of its controls in place of numbers. */
export const itemForm = newMenuItem.extend({
  price: z.string().trim().min(1, { error: 'Price is required.' }).transform(Number).pipe(newMenuItem.shape.price),
  categoryId: z.string().min(1, { error: CATEGORY_REQUIRED }).transform(Number).pipe(newMenuItem.shape.categoryId),
});

/** The form of an item whose category was deleted: nobody must repair that just to change a price. */
export const orphanForm = itemForm.extend({
  categoryId: z
    .string()
    .transform((text) => (text === '' ? undefined : Number(text)))
    .pipe(newMenuItem.shape.categoryId.optional()),
});

export type ItemFormValues = z.input<typeof itemForm>;
export type ItemFormOutput = z.output<typeof orphanForm>;

/** What the form begins with: the item, or the defaults of a new one. */
export function itemFormValues(item: MenuItem | undefined, categories: readonly Category[]): ItemFormValues {
  const known = categories.some(({ id }) => id === item?.categoryId);
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    price: item?.price.toFixed(2) ?? '',
    categoryId: known ? String(item?.categoryId) : '',
    image: item?.image ?? '',
    isAvailable: item?.isAvailable ?? true,
    isPopular: item?.isPopular ?? false,
    isFeatured: item?.isFeatured ?? false,
  };
}

/** Only the fields that were touched, so that what others changed meanwhile stays. */
export function onlyDirty(
  values: ItemFormOutput,
  dirty: Partial<Record<keyof NewMenuItem, boolean | undefined>>,
): MenuItemChange {
  return Object.fromEntries(Object.entries(values).filter(([field]) => dirty[field as keyof NewMenuItem]));
}
