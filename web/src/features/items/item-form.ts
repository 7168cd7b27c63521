import type { MenuItem, MenuItemChange } from '@tavola/contracts/menu.ts';
import { newMenuItem } from '@tavola/contracts/menu.ts';
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

/** What the fields are called on the screen. */
export const ITEM_LABELS: Readonly<Record<keyof ItemFormValues, string>> = {
  name: 'Name',
  description: 'Description',
  price: 'Price',
  categoryId: 'Category',
  image: 'Image URL',
  isAvailable: 'Available',
  isPopular: 'Popular',
  isFeatured: 'Featured',
};

/** What the form begins with: the item, or the defaults of a new one. */
export function itemFormValues(item: MenuItem | undefined): ItemFormValues {
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    price: item?.price.toFixed(2) ?? '',
    categoryId: String(item?.categoryId ?? ''),
    image: item?.image ?? '',
    isAvailable: item?.isAvailable ?? true,
    isPopular: item?.isPopular ?? false,
    isFeatured: item?.isFeatured ?? false,
  };
}

/** Only the fields in which something was typed, so that what others change meanwhile stays. */
export function onlyTyped(values: ItemFormOutput, typed: readonly string[]): MenuItemChange {
  return Object.fromEntries(Object.entries(values).filter(([field]) => typed.includes(field)));
}
