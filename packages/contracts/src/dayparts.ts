import { z } from 'zod';
import { VARIANTS_MAX } from './choices.ts';
import { asField } from './field-kind.ts';
import { type FieldList, shownShape } from './field-list.ts';
import { choiceId, flag, ID_MAX, id, price, requiredText } from './fields.ts';
import { shownTimes, timesInput } from './hours.ts';
import { QUOTAS } from './quotas.ts';

const TOO_MANY_OFFERS = 'An item can have at most 4 offers.';

const { most: DAYPARTS_MAX, message: TOO_MANY } = QUOTAS.dayparts;

/**
 * Most entries of special days of all dayparts together, unless there were more before. Each page holds them all, and a request of
 * 64 KiB has room for these with any reasons.
 */
export const DAYPARTS_SPECIAL_MAX = 200;

/** The fields of a daypart: a time at which some items are served or cost less, such as lunch or happy hour. */
export const DAYPART_FIELDS = {
  id: { shown: z.int() },
  name: { shown: z.string(), input: requiredText('Name', 50) },
  weekly: { shown: shownTimes.weekly, input: timesInput.weekly },
  special: { shown: shownTimes.special, input: timesInput.special },
  /** Items that are served only in dayparts that are not active are not on the menu. */
  isActive: { shown: z.boolean(), input: flag('Active') },
} satisfies FieldList;

export const daypart = z.object(shownShape(DAYPART_FIELDS));
export type Daypart = z.infer<typeof daypart>;

/** An active daypart as guests get it. `isOn`: whether it is its time. */
export const shownDaypart = daypart.omit({ isActive: true }).extend({ isOn: z.boolean() });
export type ShownDaypart = z.infer<typeof shownDaypart>;

/** GET /api/dayparts */
export const dayparts = z.object({ dayparts: z.array(daypart) });
export type Dayparts = z.infer<typeof dayparts>;

const input = z
  .object(
    {
      id: id('Id').optional(),
      name: DAYPART_FIELDS.name.input,
      weekly: timesInput.weekly,
      special: timesInput.special,
      isActive: DAYPART_FIELDS.isActive.input,
    },
    { error: 'Each daypart must be an object with name, weekly, special and isActive.' },
  )
  .refine(hasTime, { error: 'A menu time needs at least one time.', path: ['weekly'] });

/** PUT /api/dayparts: all dayparts in their order. One without an id is new, and one that is not named is deleted. */
export const daypartsInput = z.object({
  dayparts: asField(
    'dayparts',
    z
      .array(input, { error: 'Dayparts must be a list.' })
      .max(DAYPARTS_MAX, { error: TOO_MANY })
      .refine((list) => areUnique(list.flatMap((entry) => entry.id ?? [])), {
        error: 'Dayparts can name each id only once.',
      })
      .refine((list) => areUnique(list.map(({ name }) => name)), { error: 'Menu times need different names.' }),
  ),
});
export type DaypartsInput = z.infer<typeof daypartsInput>;

/** The dayparts that a category or an item names, by id. */
export const daypartIds = {
  shown: z.array(z.int()),
  input: asField(
    'daypart-ids',
    z
      .array(daypartId(), { error: 'Dayparts must be a list of ids.' })
      .max(DAYPARTS_MAX, { error: `At most ${DAYPARTS_MAX} dayparts can be named.` })
      .refine(areUnique, { error: 'Dayparts can name each only once.' }),
    'Menu times',
  ),
  document: 'facets' as const,
};

/** In how many dayparts a dish has offers at most; with sizes, each size may have one in each. */
export const OFFERS_MAX = 4;
const SIZE_OFFERS_MAX = OFFERS_MAX * VARIANTS_MAX;

/**
 * Lower prices of an item by daypart, such as that of the happy hour. Where several are on, the lowest counts. Of a dish with sizes, each
 * names the size.
 */
export const offers = {
  shown: z.array(z.object({ daypart: z.int(), price: z.number(), variant: z.int().optional() })),
  input: asField(
    'offers',
    z
      .array(
        z.object(
          { daypart: daypartId(), price, variant: choiceId('Size').optional() },
          { error: 'Each offer must be an object with daypart and price.' },
        ),
        { error: 'Offers must be a list.' },
      )
      .max(SIZE_OFFERS_MAX, { error: TOO_MANY_OFFERS, abort: true })
      .refine((list) => new Set(list.map((offer) => offer.daypart)).size <= OFFERS_MAX, { error: TOO_MANY_OFFERS })
      .refine((list) => areUnique(list.map((offer) => `${offer.daypart} ${offer.variant}`)), {
        error: 'Offers can name each daypart only once.',
      }),
    'Offers',
  ),
  document: 'facets' as const,
};

/** Whether a daypart is ever on. */
export function hasTime({ weekly, special }: Pick<Daypart, 'weekly' | 'special'>): boolean {
  return [...weekly, ...special.map(({ intervals }) => intervals)].some((list) => list.length > 0);
}

/** The id of a daypart in a request. */
function daypartId() {
  const error = 'A daypart must be a positive whole number.';
  return z.int({ error }).min(1, { error }).max(ID_MAX, { error });
}

/** Whether no value is there twice. */
function areUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}
