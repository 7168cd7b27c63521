import type { OptionGroup, Variant } from '@tavola/contracts/choices.ts';
import { OFFERS_MAX } from '@tavola/contracts/dayparts.ts';
import type { MenuItem, MenuItemChange } from '@tavola/contracts/menu.ts';
import type { ItemTag, MenuRule, PriceEnding, RuleAct, RuleFilter } from '@tavola/contracts/menu-rules.ts';
import { PRICE_MAX } from '@tavola/contracts/product.ts';
import { type Chosen, chosenOf } from '@tavola/contracts/rules/choices.ts';
import type { MoneyPattern } from '@tavola/contracts/rules/money.ts';
import { toChoiceInput } from '../options/choice-form.ts';
import { matchesSearch } from '../text/matches-search.ts';
import type { PlannedChange } from './planned-change.ts';

const BELOW_ZERO = 'The price would be below zero.';
const TOO_HIGH = 'The price would be too high.';
const ONE_OFFER = 'This dish has sizes: edit it to give each its offer.';
const NO_OFFER = "The offer wouldn't be lower than the regular price.";
const TOO_MANY_OFFERS = `This dish has ${OFFERS_MAX} offers already.`;

const TAG_FIELDS = { popular: 'isPopular', featured: 'isFeatured' } as const satisfies Record<ItemTag, keyof MenuItem>;

type Digits = MoneyPattern['digits'];
type OneChange = Pick<PlannedChange, 'fields' | 'problem'>;
type Act<Kind extends RuleAct['kind']> = Extract<RuleAct, { kind: Kind }>;
type PriceAct = Act<'price'>;

/**
 * What `rules` change in `items`, each rule after the ones before it. Dishes that stay as they are are left out. `digits` are the
 * decimals of the restaurant's currency: without any, prices are whole, and endings don't count. `groups` are its option groups.
 */
export function applyRules(
  rules: readonly MenuRule[],
  items: readonly MenuItem[],
  digits: Digits,
  groups: ReadonlyMap<number, OptionGroup> = new Map(),
): PlannedChange[] {
  const steps = rules.map(({ where, act }) => ({ isIn: filterOf(where), act }));
  return items.flatMap((item) => {
    let planned: PlannedChange = { item, fields: {} };
    for (const { isIn, act } of steps) {
      if (planned.fields === null) break;
      // A dish is found by the price that guests read, with what must be chosen.
      const now: MenuItem & Chosen = chosenOf({ ...item, ...planned.fields } as MenuItem, groups);
      const { price, fullPrice = price, priceFrom = fullPrice } = now;
      if (isIn({ ...now, price: priceFrom })) planned = after(act, planned, now, digits);
    }
    const changed = planned.fields && differing(item, planned.fields);
    if (planned.problem === undefined && changed && Object.keys(changed).length === 0) return [];
    return [{ ...planned, fields: changed }];
  });
}

/** Whether a dish meets every condition of `where`. */
function filterOf({ categoryIds, items, tags = [], priceFrom, priceTo, search = '' }: RuleFilter) {
  const [categories, ids, matches] = [
    categoryIds && new Set(categoryIds),
    items && new Set(items),
    matchesSearch(search),
  ];
  return (item: MenuItem): boolean =>
    (!categories || (item.categoryId !== null && categories.has(item.categoryId))) &&
    (!ids || ids.has(item.id)) &&
    tags.every((tag) => item[TAG_FIELDS[tag]]) &&
    (priceFrom === undefined || item.price >= priceFrom) &&
    (priceTo === undefined || item.price <= priceTo) &&
    matches(item);
}

function after(act: RuleAct, planned: PlannedChange, now: MenuItem, digits: Digits): PlannedChange {
  if (act.kind === 'delete') return { ...planned, fields: null };
  const change = changeOf(act, now, digits);
  return { ...planned, ...change, fields: { ...planned.fields, ...change.fields } };
}

function changeOf(act: Exclude<RuleAct, Act<'delete'>>, now: MenuItem, digits: Digits): OneChange {
  if (act.kind === 'price')
    return now.variants ? sizesChange(act, now.variants, digits) : priceChange(act, now.price, digits);
  return act.kind === 'offer' ? offerChange(act, now, digits) : { fields: fieldsOf(act, now) };
}

function fieldsOf(act: Exclude<RuleAct, Act<'price' | 'offer' | 'delete'>>, now: MenuItem): MenuItemChange {
  if (act.kind === 'times') return { dayparts: act.dayparts ?? null };
  if (act.kind === 'remove-offer')
    return { offers: orNull(offersOf(now).filter(({ daypart }) => daypart !== act.daypartId)) };
  if (act.kind === 'move') return { categoryId: act.categoryId };
  // A dish that comes back by itself stays out, too, until the owner says otherwise.
  if (act.kind === 'availability') return { isAvailable: act.isAvailable, soldOutUntil: null };
  const flags = (tags: readonly ItemTag[], flag: boolean) => tags.map((tag) => [TAG_FIELDS[tag], flag]);
  return Object.fromEntries([...flags(act.add, true), ...flags(act.remove, false)]);
}

function priceChange(act: PriceAct, price: number, digits: Digits): OneChange {
  const changed = changedPrice(act, price, digits);
  if (changed < 0) return { fields: {}, problem: BELOW_ZERO };
  return changed > PRICE_MAX ? { fields: {}, problem: TOO_HIGH } : { fields: { price: changed } };
}

/** Changes the price of each size. */
function sizesChange(act: PriceAct, sizes: readonly Variant[], digits: Digits): OneChange {
  const changes = sizes.map(({ price }) => priceChange(act, price, digits));
  const problem = changes.find((one) => one.problem !== undefined)?.problem;
  if (problem !== undefined) return { fields: {}, problem };
  const priced = sizes.map((size, at) => ({ ...toChoiceInput(size), price: changes[at]?.fields?.price ?? size.price }));
  return { fields: { variants: priced } };
}

/** Gives each size an offer, where that is lower than its price. */
function sizeOffersChange(act: Act<'offer'>, sizes: readonly Variant[], now: MenuItem, digits: Digits): OneChange {
  if (act.by === 'price') return { fields: {}, problem: ONE_OFFER };
  const priced = sizes.map(({ id: variant, price }) => ({
    regular: price,
    offer: { daypart: act.daypartId, price: offeredPrice(act, price, digits), variant },
  }));
  if (priced.some(({ offer }) => offer.price < 0)) return { fields: {}, problem: BELOW_ZERO };
  const lower = priced.filter(({ regular, offer }) => offer.price < regular).map(({ offer }) => offer);
  if (lower.length === 0) return { fields: {}, problem: NO_OFFER };
  const others = offersOf(now).filter(({ daypart }) => daypart !== act.daypartId);
  const tooMany = new Set(others.map(({ daypart }) => daypart)).size >= OFFERS_MAX;
  return tooMany ? { fields: {}, problem: TOO_MANY_OFFERS } : { fields: { offers: [...others, ...lower] } };
}

function offerChange(act: Act<'offer'>, now: MenuItem, digits: Digits): OneChange {
  if (now.variants) return sizeOffersChange(act, now.variants, now, digits);
  const [regular, offers] = [now.price, offersOf(now)];
  const price = offeredPrice(act, regular, digits);
  if (price < 0) return { fields: {}, problem: BELOW_ZERO };
  if (price >= regular) return { fields: {}, problem: NO_OFFER };
  const offer = { daypart: act.daypartId, price };
  const isNew = offers.every(({ daypart }) => daypart !== act.daypartId);
  if (isNew && offers.length >= OFFERS_MAX) return { fields: {}, problem: TOO_MANY_OFFERS };
  return {
    fields: { offers: isNew ? [...offers, offer] : offers.map((one) => (one.daypart === offer.daypart ? offer : one)) },
  };
}

/** The price of the offer that `act` makes of a `regular` price, in units of the currency; below 0 where more is taken off. */
function offeredPrice({ by, value, ending }: Act<'offer'>, regular: number, digits: Digits): number {
  if (by !== 'price') return changedPrice({ kind: 'price', by, value: -value, ending }, regular, digits);
  const { step } = grid(undefined, digits);
  return (Math.round(hundredths(value) / step) * step) / 100;
}

/**
 * `price` after `act`, in units of the currency. It is rounded to the nearest price with the wanted ending, or to the smallest coin;
 * of two that are equally near, to the higher one. A price that would move the other way stays. A price of 0 has no percent, so a
 * free dish stays free.
 */
export function changedPrice({ by, value, ending, least = 0 }: PriceAct, price: number, digits: Digits): number {
  if (by === 'percent' && price === 0) return 0;
  const exact = by === 'percent' ? hundredths(price) * (1 + value / 100) : hundredths(price) + hundredths(value);
  const lowest = hundredths(least);
  if (exact < 0 && lowest === 0) return exact / 100;
  const { step, offset } = grid(ending, digits);
  const nearest = Math.round(withoutNoise((Math.max(exact, lowest) - offset) / step));
  const first = Math.ceil(withoutNoise((lowest - offset) / step));
  const rounded = (Math.max(nearest, first) * step + offset) / 100;
  return value * (rounded - price) < 0 ? price : rounded;
}

/** The prices that a price may be rounded to, in hundredths: multiples of `step` plus `offset`. */
function grid(ending: PriceEnding | undefined, digits: Digits): { step: number; offset: number } {
  if (digits === 0) return { step: 100, offset: 0 };
  if (ending === undefined) return { step: 1, offset: 0 };
  return ending === 'nearest-50' ? { step: 50, offset: 0 } : { step: 100, offset: Number(ending) };
}

const hundredths = (amount: number) => Math.round(amount * 100);

/** Binary fractions are off by a little, which must not decide where half is rounded to. */
const withoutNoise = (value: number) => Number(value.toFixed(6));

/** A rule before may have cleared them. */
const offersOf = ({ offers }: { offers?: MenuItemChange['offers'] }) => offers ?? [];

const orNull = <Entry>(list: Entry[]): Entry[] | null => (list.length > 0 ? list : null);

const differing = (item: MenuItem, fields: MenuItemChange): MenuItemChange =>
  Object.fromEntries(
    Object.entries(fields).filter(
      // Lists are compared by what they hold; both sides have the order of the contract's fields.
      ([name, value]) => JSON.stringify(item[name as keyof MenuItem] ?? null) !== JSON.stringify(value),
    ),
  );
