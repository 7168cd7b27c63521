import { labelsOf } from '@tavola/contracts/field-kind.ts';
import { initialValues, namesOf } from '@tavola/contracts/field-list.ts';
import { ITEM_FIELDS, type MenuItem, type MenuItemChange, newMenuItem } from '@tavola/contracts/menu.ts';
import { z } from 'zod';

/** What is said when an item has no category (spec §8). */
export const CATEGORY_REQUIRED = 'Please select a category for the menu item.';

/** The item form: as the contract has it, with the texts of its controls in place of numbers. */
export const itemForm = newMenuItem.extend({
  price: z.string().trim().min(1, { error: 'Price is required.' }).transform(Number).pipe(newMenuItem.shape.price),
  categoryId: z.string().min(1, { error: CATEGORY_REQUIRED }).transform(Number).pipe(newMenuItem.shape.categoryId),
});

/** The form of an item whose category was deleted: nobody must repair that just to change a price. */
export const uncategorizedItemForm = itemForm.extend({
  categoryId: z
    .string()
    .transform((text) => (text === '' ? undefined : Number(text)))
    .pipe(newMenuItem.shape.categoryId.optional()),
});

export type ItemFormValues = z.input<typeof itemForm>;
export type ItemFormOutput = z.output<typeof uncategorizedItemForm>;

/** What the fields are called on the screen. */
export const ITEM_LABELS: Readonly<Record<keyof ItemFormValues, string>> = {
  ...labelsOf(newMenuItem),
  isAvailable: 'Available',
};

/** What the form begins with: the item, or the initial values of a new one. Controls have empty texts in place of `null`. */
export function itemFormValues(item: MenuItem | undefined): ItemFormValues {
  const kept: Partial<MenuItem> = item ?? initialValues(ITEM_FIELDS);
  const values = { ...kept, price: kept.price?.toFixed(2), categoryId: kept.categoryId?.toString() };
  const isTick = (field: keyof typeof values) => Number(typeof values[field] === 'boolean');
  // In the dialog's order: texts, then ticks.
  const inOrder = [...namesOf(newMenuItem)].sort((one, other) => isTick(one) - isTick(other));
  return Object.fromEntries(inOrder.map((field) => [field, values[field] ?? ''])) as ItemFormValues;
}

/** Only the fields in which something was typed, so that what others change meanwhile stays. */
export function pickDirty(values: ItemFormOutput, typed: readonly string[]): MenuItemChange {
  return Object.fromEntries(Object.entries(values).filter(([field]) => typed.includes(field)));
}
