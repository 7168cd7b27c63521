import { labelsOf } from '@tavola/contracts/field-kind.ts';
import { initialValues, namesOf, withChange } from '@tavola/contracts/field-list.ts';
import {
  ITEM_FIELDS,
  type MenuItem,
  type MenuItemChange,
  type NewMenuItem,
  newMenuItem,
} from '@tavola/contracts/menu.ts';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { filledRows, onlyFilled } from '../../lib/forms/filled-rows.ts';
import { type OwnMoney, UNKNOWN_MONEY } from '../../lib/money/own-money.ts';
import { priceIn } from '../../lib/money/price-field.ts';
import { priceText } from '../../lib/money/read-price.ts';
import { choiceFields, choiceValues, fromChoiceValues, isBlankChoice } from '../../lib/options/choice-form.ts';
import { securePicture } from '../../lib/pictures/secure-picture.ts';
import { itemServed, servedField } from '../../lib/times/served.ts';
import { readUntil } from '../../lib/times/sold-out-until.ts';

/** The error for an item without a category (spec §8). */
export const CATEGORY_REQUIRED = 'Please select a category for the menu item.';

/** What `categoryId` is while a new category is typed. */
export const NEW_CATEGORY = 'new';

const categoryText = z
  .string()
  .refine((text) => text !== NEW_CATEGORY, { error: 'Create the new category first, or cancel it.', abort: true });

/** Text input for an optional whole number. */
const wholeNumberText = (schema: z.ZodType<number | null | undefined, number | null | undefined>) =>
  z
    .string()
    .trim()
    .transform((text): number | null | undefined => (text === '' ? null : Number(text)))
    .pipe(schema);

/** By which a request names a size with this `key`: its id, or one of a new dish's own. */
const ownId = (key: number): number => Math.abs(key);

/** `sizes` are the keys of those of the dish; none for one price. */
const offersIn = (price: ReturnType<typeof priceIn>, sizes: readonly number[]) =>
  filledRows(
    z.object({
      daypart: z.string().min(1, { error: 'Choose a menu time.' }).transform(Number),
      price,
      /** The key of the size; '' for a dish with one price. */
      variant: z
        .string()
        .refine((id) => sizes.length === 0 || sizes.map(String).includes(id), { error: 'Choose a size.' })
        .transform((id) => (id === '' ? undefined : ownId(Number(id)))),
    }),
    (typed) => typed.daypart === '' && typed.price.trim() === '' && typed.variant === '',
  )
    .superRefine((list, context) => {
      for (const [index, one] of list.entries()) {
        const isSame = (offer: typeof one) => offer?.daypart === one?.daypart && offer?.variant === one?.variant;
        if (!one || list.findIndex(isSame) === index) continue;
        context.addIssue({ code: 'custom', path: [index, 'daypart'], message: 'This menu time already has an offer.' });
      }
    })
    .transform(onlyFilled)
    .transform((list): z.input<typeof newMenuItem.shape.offers> => (list.length > 0 ? list : null))
    .pipe(newMenuItem.shape.offers);

const variantsIn = (price: ReturnType<typeof priceIn>) =>
  filledRows(z.object(choiceFields(price)), isBlankChoice)
    // Sizes that are all blank are too few, and not one price.
    .transform(
      (list): z.input<typeof newMenuItem.shape.variants> =>
        list.length > 0 ? onlyFilled(list).map(fromChoiceValues) : null,
    )
    .pipe(newMenuItem.shape.variants);

/** The item form's schema: the contract's, with text input instead of numbers. `pricedIn` gives it the restaurant's money. */
export const itemForm = newMenuItem.extend({
  diet: z
    .array(z.string())
    .transform((list): string[] | null => (list.length > 0 ? list : null))
    .pipe(newMenuItem.shape.diet as unknown as z.ZodType<MenuItemChange['diet'], string[] | null>),
  spice: wholeNumberText(newMenuItem.shape.spice),
  energy: wholeNumberText(newMenuItem.shape.energy),
  /** '' until the owner says otherwise, an instant (ISO 8601), or what was typed, which `timedIn` reads. */
  soldOutUntil: z.string().transform((text): string | null => text || null),
  dayparts: servedField.pipe(newMenuItem.shape.dayparts),
  offers: offersIn(priceIn(UNKNOWN_MONEY, []), []),
  price: priceIn(UNKNOWN_MONEY, []),
  /** Empty for a dish with one price. */
  variants: variantsIn(priceIn(UNKNOWN_MONEY, [])),
  optionGroups: z
    .array(z.number())
    .transform((list): z.input<typeof newMenuItem.shape.optionGroups> => (list.length > 0 ? list : null))
    .pipe(newMenuItem.shape.optionGroups),
  categoryId: categoryText.min(1, { error: CATEGORY_REQUIRED }).transform(Number).pipe(newMenuItem.shape.categoryId),
});

/** For an item whose category was deleted: changing its price must not require a new category. */
export const uncategorizedItemForm = itemForm.extend({
  categoryId: categoryText
    .transform((text) => (text === '' ? undefined : Number(text)))
    .pipe(newMenuItem.shape.categoryId.optional()),
});

export type ItemFormValues = z.input<typeof itemForm>;
export type ItemFormOutput = z.output<typeof uncategorizedItemForm>;
export type ItemForm = UseFormReturn<ItemFormValues, unknown, ItemFormOutput>;

export const ITEM_LABELS: Readonly<Record<keyof ItemFormValues, string>> = {
  ...labelsOf(newMenuItem),
  isAvailable: 'Available',
  dayparts: 'Served',
  optionGroups: 'Options',
};

/**
 * `schema` for prices in `money`. Where those have no decimals, only prices of the `kept` item may have some. The price of a dish with
 * `sizes`, the form's rows, counts for nothing.
 */
export const pricedIn = <Schema extends typeof itemForm | typeof uncategorizedItemForm>(
  schema: Schema,
  money: OwnMoney,
  kept: Pick<MenuItem, 'price' | 'offers' | 'variants'> | undefined,
  sizes: ItemFormValues['variants'],
) =>
  schema.safeExtend({
    price: sizes.length > 0 ? z.string().transform(() => 0) : priceIn(money, [kept?.price]),
    offers: offersIn(
      priceIn(money, kept?.offers?.map(({ price }) => price) ?? []),
      sizes.filter((size) => !isBlankChoice(size)).map(({ key }) => key),
    ),
    variants: variantsIn(priceIn(money, kept?.variants?.map(({ price }) => price) ?? [])),
  });

/** `schema` in which only the `kept` picture may be one without https. */
export const picturedIn = <Schema extends typeof itemForm | typeof uncategorizedItemForm>(
  schema: Schema,
  kept: string | null | undefined,
) => schema.safeExtend({ image: securePicture(schema.shape.image, 'Image URL', kept) });

/** What `soldOutUntil` is while a time of one's own is not typed yet. */
export const UNTYPED_TIME = 'own';

/** `schema` for times by the clocks of `zone`. The `kept` time may pass while the form is open. */
export const timedIn = <Schema extends typeof itemForm | typeof uncategorizedItemForm>(
  schema: Schema,
  zone: string,
  kept: string | undefined,
) =>
  schema.safeExtend({
    soldOutUntil: z.string().transform((text, context): string | null => {
      if (text === '') return null;
      if (text === kept) return kept;
      const read = readUntil(text, zone);
      if ('until' in read) return read.until;
      context.addIssue({ code: 'custom', message: read.error });
      return z.NEVER;
    }),
  });

/** The form's initial values: the item's, or those of a new one. Empty strings replace `null` and what is missing. */
export function itemFormValues(item: MenuItem | undefined, money: OwnMoney): ItemFormValues {
  const kept: Partial<MenuItem> = item ?? initialValues(ITEM_FIELDS);
  const values = {
    ...kept,
    price: kept.price === undefined ? undefined : priceText(kept.price, money),
    categoryId: kept.categoryId?.toString(),
    spice: kept.spice?.toString(),
    energy: kept.energy?.toString(),
    diet: kept.diet ?? [],
    dayparts: itemServed(kept.dayparts),
    offers: (kept.offers ?? []).map(({ daypart, price, variant }) => ({
      daypart: String(daypart),
      price: priceText(price, money),
      variant: variant?.toString() ?? '',
    })),
    variants: (kept.variants ?? []).map((size) => choiceValues(size, money)),
    optionGroups: kept.optionGroups ?? [],
  };
  const isTick = (field: keyof typeof values) => Number(typeof values[field] === 'boolean');
  // In the dialog's order: text fields, then checkboxes.
  const inOrder = [...namesOf(newMenuItem)].sort((one, other) => isTick(one) - isTick(other));
  return Object.fromEntries(inOrder.map((field) => [field, values[field] ?? ''])) as ItemFormValues;
}

/** The form's values of an item as a copy of another: its sizes are new ones. */
export function asCopy({ variants, offers, ...values }: ItemFormValues): ItemFormValues {
  const keys = new Map(variants.map(({ key }, index) => [String(key), -1 - index]));
  return {
    ...values,
    variants: variants.map((size) => ({ ...size, key: keys.get(String(size.key)) as number })),
    offers: offers.map((offer) => ({ ...offer, variant: String(keys.get(offer.variant) ?? offer.variant) })),
  };
}

/**
 * What to add: the form's values, without facets that were left empty. With sizes, its price is the lowest of theirs, and where offers
 * name them they have ids of the request's own, by the form's `rows`.
 */
export function toNewItem({ price, ...values }: ItemFormOutput, rows: ItemFormValues['variants']): NewMenuItem {
  const isNamed = values.offers?.some(({ variant }) => variant !== undefined);
  const filled = rows.filter((row) => !isBlankChoice(row));
  const variants = isNamed
    ? values.variants?.map((size, at) => ({ ...size, id: ownId(filled[at]?.key ?? 0) }))
    : values.variants;
  const lowest = variants ? lowestOf(variants) : price;
  return withChange(newMenuItem, { ...values, variants, price: lowest } as NewMenuItem, {});
}

const lowestOf = (sizes: readonly { price: number }[]): number => Math.min(...sizes.map(({ price }) => price));

/** Only the edited fields, so that a save keeps what others changed meanwhile. The server sets the price of a dish with sizes. */
export function pickDirty(values: ItemFormOutput, typed: readonly string[]): MenuItemChange {
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => typed.includes(field) && !(field === 'price' && values.variants)),
  );
}
