import { z } from 'zod';
import { asField } from './field-kind.ts';
import { choiceId, flag, id } from './fields.ts';

/** How far ahead something can be sold out until, in milliseconds. */
const UNTIL_MIN_MS = 60_000;
const UNTIL_MAX_MS = 60 * 24 * 60 * 60_000;

const UNTIL = 'Out of Stock until must be a time such as 2026-12-24T22:00:00Z.';

/** When an item is available again, as ISO 8601 in UTC. */
export const soldOutUntil = z.iso.datetime();

/** The same in a request, rounded up to a whole second. */
export const soldOutUntilInput = asField(
  'instant',
  z.iso
    .datetime({ error: UNTIL, offset: true })
    .transform((text) => Math.ceil(Date.parse(text) / 1000) * 1000)
    .refine((instant) => instant >= Date.now() + UNTIL_MIN_MS, {
      error: 'Out of Stock until must be at least a minute ahead.',
    })
    .refine((instant) => instant <= Date.now() + UNTIL_MAX_MS, {
      error: 'Out of Stock until can be at most 60 days ahead.',
    })
    .transform((instant) => new Date(instant).toISOString())
    .meta({
      type: 'string',
      format: 'date-time',
      description: 'Until when it is sold out: it is not available then, whether that is said or not.',
    }),
  'Out of Stock until',
);

/** Most changes in one request. */
export const AVAILABILITY_MAX = 200;

/** The message where `soldOutUntil` comes with `isAvailable: true`. */
export const AVAILABLE_UNTIL = 'Out of Stock until can only be set for what is out of stock.';

/** What a change names: an item, a size of an item (`variant`), or an option, which is then out in all items that have it. */
const named = {
  item: id('Item').optional(),
  variant: choiceId('Size').optional(),
  option: choiceId('Option').optional(),
};

/** An item, a size or an option with what it becomes; without `soldOutUntil` it is sold out until the owner says otherwise. */
const change = z
  .object(
    {
      ...named,
      isAvailable: flag('Availability'),
      soldOutUntil: soldOutUntilInput.nullable().optional(),
    },
    { error: 'Each change must be an object with item or option, and isAvailable.' },
  )
  .refine(({ item, option }) => (item === undefined) !== (option === undefined), {
    error: 'Each change must name either an item or an option.',
    path: ['item'],
  })
  .refine(({ item, variant }) => variant === undefined || item !== undefined, {
    error: 'A size can only be named with its item.',
    path: ['variant'],
  })
  .refine(({ isAvailable, soldOutUntil: until }) => !(isAvailable && until), {
    error: AVAILABLE_UNTIL,
    path: ['soldOutUntil'],
  });

/** PUT /api/availability: all changes, or none. */
export const availabilityInput = z.object({
  changes: asField(
    'availability',
    z
      .array(change, { error: 'Changes must be a list.' })
      .min(1, { error: 'Changes must name at least one item.' })
      .max(AVAILABILITY_MAX, { error: `Changes can name at most ${AVAILABILITY_MAX} items.` })
      .refine((list) => new Set(list.map((one) => [one.item, one.variant, one.option].join())).size === list.length, {
        error: 'Changes can name each item only once.',
      }),
  ),
});
export type AvailabilityInput = z.infer<typeof availabilityInput>;

/** What is true now of what the request names, in its order. */
export const availability = z.object({
  items: z.array(z.object({ ...named, isAvailable: z.boolean(), soldOutUntil: soldOutUntil.optional() })),
});
export type Availability = z.infer<typeof availability>;
