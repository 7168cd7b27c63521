import { z } from 'zod';
import { ID_MAX } from './fields.ts';
import { PRICE_MAX } from './product.ts';
import { QUOTAS } from './quotas.ts';

const id = z.int().min(1).max(ID_MAX);
const price = z.number().min(0).max(PRICE_MAX);

/** The tags of a dish: `isPopular` and `isFeatured`. */
const itemTag = z.enum(['popular', 'featured']);
export type ItemTag = z.infer<typeof itemTag>;

/** Which dishes a rule is about: those that meet every condition given. Without any, it is about the whole menu. */
export const ruleFilter = z.object({
  /** In one of these categories. */
  categoryIds: z.array(id).max(QUOTAS.categories.most).optional(),
  /** One of these dishes. */
  items: z.array(id).max(QUOTAS.items.most).optional(),
  /** With all of these tags. */
  tags: z.array(itemTag).max(itemTag.options.length).optional(),
  /** Prices in whole units of the restaurant's currency, both inclusive. */
  priceFrom: price.optional(),
  priceTo: price.optional(),
  /** In the name or the description, in any case and without regard to accents. */
  search: z.string().max(200).optional(),
});
export type RuleFilter = z.infer<typeof ruleFilter>;

/** What prices may end with after the decimal sign, in hundredths; `nearest-50`: multiples of 0.50. */
const priceEnding = z.enum(['00', '50', '90', '95', 'nearest-50']);
export type PriceEnding = z.infer<typeof priceEnding>;

/** Most that a price can be changed by: tenfold, in percent. */
const PERCENT_MAX = 1_000;

/** What a rule does to each of its dishes. */
export const ruleAct = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('price'),
      by: z.enum(['percent', 'amount']),
      /** In percent, or in units of the restaurant's currency. Negative: lower prices. */
      value: z.number().min(-PRICE_MAX).max(PRICE_MAX),
      /** The new price is rounded to the nearest one with this ending; of two, to the higher one. */
      ending: priceEnding.optional(),
      /** No price becomes lower than this. */
      least: price.optional(),
    })
    .refine(({ by, value }) => by === 'amount' || (value >= -100 && value <= PERCENT_MAX), {
      error: `Percent must be from -100 to ${PERCENT_MAX}.`,
      path: ['value'],
    }),
  z.object({ kind: z.literal('move'), categoryId: id }),
  z.object({ kind: z.literal('availability'), isAvailable: z.boolean() }),
  z.object({ kind: z.literal('tags'), add: z.array(itemTag), remove: z.array(itemTag) }),
  z
    .object({
      /** Gives a dish a price of its own in a daypart, in place of the one that it has there. */
      kind: z.literal('offer'),
      daypartId: id,
      /** `percent` and `amount` are taken off the regular price, `price` is the offer's. */
      by: z.enum(['percent', 'amount', 'price']),
      /** In percent, or in units of the restaurant's currency. */
      value: price,
      /** As of a price; it doesn't count for one that is given. */
      ending: priceEnding.optional(),
    })
    .refine(({ by, value }) => by === 'price' || value > 0, { error: 'This must be more than 0.', path: ['value'] })
    .refine(({ by, value }) => by !== 'percent' || value <= 100, {
      error: 'Percent must be at most 100.',
      path: ['value'],
    }),
  z.object({ kind: z.literal('remove-offer'), daypartId: id }),
  z.object({
    kind: z.literal('times'),
    /** The dayparts in which a dish is served: none for all the time; missing for those of its category. */
    dayparts: z.array(id).max(QUOTAS.dayparts.most).optional(),
  }),
  z.object({ kind: z.literal('delete') }),
]);
export type RuleAct = z.infer<typeof ruleAct>;

/** A change of many dishes, such as "all pizzas +4 %, rounded to .50". The browser works out what it changes, as a draft. */
export const menuRule = z.object({ where: ruleFilter, act: ruleAct });
export type MenuRule = z.infer<typeof menuRule>;
