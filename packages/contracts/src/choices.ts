import { z } from 'zod';
import { declaredAllergens } from './allergens.ts';
import { AVAILABLE_UNTIL, soldOutUntil, soldOutUntilInput } from './availability.ts';
import { asField } from './field-kind.ts';
import { type FieldList, inputShape, newShape, shownShape } from './field-list.ts';
import { choiceId, flag, ID_MAX, price, requiredText, wholeNumber } from './fields.ts';
import { keepsTexts } from './languages.ts';

/** How many sizes a dish with sizes has: with one, it would have a price. */
export const VARIANTS_MIN = 2;
export const VARIANTS_MAX = 12;

/** Most option groups of a dish. */
export const ITEM_GROUPS_MAX = 10;

/** Most options of a group. */
export const OPTIONS_MAX = 40;

/** The longest name of a size, an option or a group. */
export const CHOICE_NAME_MAX = 60;

const areUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

/**
 * A size or an option in a request, with `fields` of its own. One without an id is new, and gets one that was never used before. One that
 * says nothing of its availability keeps it; a new one is available. An option says nothing of its price or default in the same way.
 */
const choiceInput = <Fields extends z.ZodRawShape>(fields: Fields, error: string) =>
  z
    .object(
      {
        id: choiceId('Id').optional(),
        name: requiredText('Name', CHOICE_NAME_MAX),
        isAvailable: flag('Availability').optional(),
        soldOutUntil: soldOutUntilInput.nullable().optional(),
        ...fields,
      },
      { error },
    )
    .refine(isConsistent, { error: AVAILABLE_UNTIL, path: ['soldOutUntil'] });

const isConsistent = (given: { isAvailable?: unknown; soldOutUntil?: unknown }) =>
  !(given.isAvailable && given.soldOutUntil);

/** The same in responses. */
const shownChoice = { id: z.int(), name: z.string(), price: z.number(), isAvailable: z.boolean() };

/** A size of a dish. */
export const variant = z.object({ ...shownChoice, soldOutUntil: soldOutUntil.optional() });
export type Variant = z.infer<typeof variant>;

/** The sizes of a dish. With them, the server makes `price` the lowest of theirs. */
export const variants = {
  shown: z.array(variant),
  input: asField(
    'variants',
    z
      .array(choiceInput({ price }, 'Each size must be an object with name and price.'), {
        error: 'Sizes must be a list.',
      })
      .min(VARIANTS_MIN, { error: `A dish with sizes needs at least ${VARIANTS_MIN}.` })
      .max(VARIANTS_MAX, { error: `A dish can have at most ${VARIANTS_MAX} sizes.` })
      .refine((list) => areUnique(list.map(({ name }) => name)), { error: 'Sizes need different names.' })
      .refine((list) => areUnique(list.flatMap((one) => one.id ?? [])), { error: 'Sizes can name each id only once.' }),
    'Sizes',
  ),
  document: 'facets' as const,
};

const GROUP = 'An option group must be a positive whole number.';

/** The option groups of a dish, by id, in their order. */
export const itemGroups = {
  shown: z.array(z.int()),
  input: asField(
    'option-group-ids',
    z
      .array(z.int({ error: GROUP }).min(1, { error: GROUP }).max(ID_MAX, { error: GROUP }), {
        error: 'Option groups must be a list of ids.',
      })
      .max(ITEM_GROUPS_MAX, { error: `A dish can have at most ${ITEM_GROUPS_MAX} option groups.` })
      .refine(areUnique, { error: 'Option groups can name each only once.' }),
    'Option groups',
  ),
  document: 'facets' as const,
};

/** An option; `price` is what it adds. What it contains is declared by a request of its own. */
export const option = z.object({
  ...shownChoice,
  isDefault: z.boolean(),
  soldOutUntil: soldOutUntil.optional(),
  allergens: declaredAllergens.optional(),
});
export type Option = z.infer<typeof option>;

const optionsInput = asField(
  'options',
  z
    .array(
      choiceInput(
        { price: price.optional(), isDefault: flag('Default').optional() },
        'Each option must be an object with name and price.',
      ),
      { error: 'Options must be a list.' },
    )
    .min(1, { error: 'A group needs at least one option.' })
    .max(OPTIONS_MAX, { error: `A group can have at most ${OPTIONS_MAX} options.` })
    .refine((list) => areUnique(list.map(({ name }) => name)), { error: 'Options need different names.' })
    .refine((list) => areUnique(list.flatMap((one) => one.id ?? [])), { error: 'Options can name each id only once.' }),
  'Options',
);

/** The fields of an option group: choices that several dishes share, such as milk or toppings. */
export const OPTION_GROUP_FIELDS = {
  id: { shown: z.int() },
  name: { shown: z.string(), input: requiredText('Name', CHOICE_NAME_MAX) },
  /** How many a guest must choose, and may choose at most; any number where that is null. */
  min: { shown: z.int(), input: wholeNumber('At least', OPTIONS_MAX), initial: 0 },
  max: { shown: z.int().nullable(), input: wholeNumber('At most', OPTIONS_MAX).nullable(), initial: null },
  options: { shown: z.array(option), input: optionsInput },
} satisfies FieldList;

export const optionGroup = z.object(shownShape(OPTION_GROUP_FIELDS));
export type OptionGroup = z.infer<typeof optionGroup>;

/** POST /api/option-groups */
export const newOptionGroup = z.object(newShape(OPTION_GROUP_FIELDS));
export type NewOptionGroup = z.infer<typeof newOptionGroup>;

/** PUT /api/option-groups/{id}: a missing field stays unchanged; `options` replaces all of them. */
export const optionGroupChange = z.object(inputShape(OPTION_GROUP_FIELDS)).partial().extend({ keepsTexts });
export type OptionGroupChange = z.infer<typeof optionGroupChange>;
