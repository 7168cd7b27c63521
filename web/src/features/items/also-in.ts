import { VARIANTS_MAX, VARIANTS_MIN, type Variant } from '@tavola/contracts/choices.ts';
import type { MenuItem, MenuItemChange } from '@tavola/contracts/menu.ts';
import type { PlannedChange } from '../../lib/draft/planned-change.ts';
import { joinedWords } from '../../lib/text/folded-text.ts';

/** What of a dish means the same in each of a person's restaurants, beside its sizes and its availability. */
const CARRIED = ['name', 'description', 'price', 'isPopular', 'isFeatured'] as const;

/** A change of a dish that other restaurants may want, too. */
export interface DishChange {
  /** What the dish was called before. */
  name: string;
  /** The changed fields, without sizes. */
  fields: MenuItemChange;
  /** The sizes after a change of their names or prices; null where they are gone. */
  sizes?: readonly Variant[] | null;
  /** The sizes before that. */
  sizesBefore?: readonly Variant[] | undefined;
}

/** What of the change from `before` to `after` other restaurants may want; undefined if nothing. */
export function dishChange(before: MenuItem, after: MenuItem): DishChange | undefined {
  const names = CARRIED.filter((name) => before[name] !== after[name] && !(name === 'price' && after.variants));
  const fields: MenuItemChange = Object.fromEntries(names.map((name) => [name, after[name]]));
  if (before.isAvailable !== after.isAvailable || before.soldOutUntil !== after.soldOutUntil) {
    fields.isAvailable = after.isAvailable;
    // Sold out until somebody says otherwise is a change where it comes back by itself.
    if (!after.isAvailable) fields.soldOutUntil = after.soldOutUntil ?? null;
  }
  const sizes = sameSizes(before.variants, after.variants) ? undefined : (after.variants ?? null);
  if (sizes === null) fields.price = after.price;
  if (Object.keys(fields).length === 0 && sizes === undefined) return undefined;
  return { name: before.name, fields, ...(sizes !== undefined && { sizes, sizesBefore: before.variants }) };
}

const HAS_SIZES = 'This dish has sizes there, so its price was left out.';
const HAS_NO_SIZES = 'This dish has no sizes there, so theirs were left out.';
const OTHER_SIZES = 'The sizes there do not go with this change, so they were left out.';

/**
 * What the change does to the dishes of the same name among `items` of another restaurant. Where prices there are in another currency,
 * they are left out.
 */
export function planThere(change: DishChange, items: readonly MenuItem[], isSameCurrency: boolean): PlannedChange[] {
  const called = nameKey(change.name);
  return items.filter(({ name }) => nameKey(name) === called).map((item) => planFor(change, item, isSameCurrency));
}

function planFor(
  { fields: changed, sizes, sizesBefore }: DishChange,
  item: MenuItem,
  isSameCurrency: boolean,
): PlannedChange {
  const { price, ...rest } = changed;
  const fields: MenuItemChange = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => (item[name as keyof MenuItem] ?? null) !== value),
  );
  // A dish there with one price keeps it, where this one had sizes before.
  const isOfSizes = isSameCurrency && sizes && (item.variants !== undefined || sizesBefore === undefined);
  const variants = isOfSizes ? sizesThere(sizes, sizesBefore, item.variants) : undefined;
  const fits = variants && areSizes(variants);
  if (fits && !sameSizes(item.variants, variants)) fields.variants = variants;
  if (isSameCurrency && sizes === null && item.variants) fields.variants = null;
  const hasOnePrice = !item.variants || fields.variants === null;
  if (isSameCurrency && price !== undefined && hasOnePrice && (price !== item.price || fields.variants === null)) {
    fields.price = price;
  }
  const isPriceLeftOut = isSameCurrency && price !== undefined && !hasOnePrice;
  const isNothing = Object.keys(fields).length === 0;
  const lacksSizes = isSameCurrency && sizes && !item.variants && !fields.variants;
  if (isNothing && lacksSizes) return { item, fields, problem: HAS_NO_SIZES };
  if (variants && !fits) return { item, fields, ...(isNothing ? { problem: OTHER_SIZES } : { note: OTHER_SIZES }) };
  return { item, fields, ...(isPriceLeftOut && (isNothing ? { problem: HAS_SIZES } : { note: HAS_SIZES })) };
}

/** Whether a dish can have these sizes. */
const areSizes = (sizes: readonly Size[]): boolean =>
  sizes.length >= VARIANTS_MIN &&
  sizes.length <= VARIANTS_MAX &&
  new Set(sizes.map(({ name }) => nameKey(name))).size === sizes.length;

type Size = Pick<Variant, 'name' | 'price'> & { id?: number };

/** The sizes `there` with what changed from `before` to `sizes`; a name or a price that did not change, and other sizes, stay. */
function sizesThere(
  sizes: readonly Variant[],
  before: readonly Variant[] = [],
  there: readonly Variant[] = [],
): Size[] {
  const idOf = idsThere(sizes, before, there);
  const earlier = new Map(before.map((size) => [size.id, size]));
  const gone = new Set(
    before.filter(({ id }) => sizes.every((size) => size.id !== id)).map(({ name }) => nameKey(name)),
  );
  const kept = there.flatMap(({ id, ...size }): Size[] => {
    const now = sizes.find((one) => idOf.get(one.id) === id);
    if (!now) return gone.has(nameKey(size.name)) ? [] : [{ id, name: size.name, price: size.price }];
    const was = earlier.get(now.id);
    return [
      {
        id,
        name: was?.name === now.name ? size.name : now.name,
        price: was?.price === now.price ? size.price : now.price,
      },
    ];
  });
  const added = sizes.filter(({ id }) => !earlier.has(id) && !idOf.has(id));
  return [...kept, ...added.map(({ name, price }) => ({ name, price }))];
}

/** The ids of the same sizes `there`, by id here: what a size was called before finds it, else what it is called now. */
function idsThere(
  sizes: readonly Variant[],
  before: readonly Variant[] = [],
  there: readonly Variant[] = [],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const names of [
    new Map(before.map(({ id, name }) => [id, name])),
    new Map(sizes.map(({ id, name }) => [id, name])),
  ]) {
    const free = there.filter(({ id }) => ![...found.values()].includes(id));
    for (const { id } of sizes) {
      const name = names.get(id);
      const same =
        name === undefined || found.has(id) ? undefined : free.find((one) => nameKey(one.name) === nameKey(name));
      if (same) found.set(id, same.id);
    }
  }
  return found;
}

/** Whether a change has prices. */
export const hasPrices = ({ fields, sizes }: DishChange): boolean => fields.price !== undefined || Boolean(sizes);

/** By which names are compared. */
const nameKey = (name: string): string => joinedWords(name) || name.trim();

const sameSizes = (one: readonly Size[] | undefined, other: readonly Size[] | undefined): boolean =>
  said(one) === said(other);

const said = (sizes: readonly Size[] = []) => JSON.stringify(sizes.map(({ name, price }) => [name, price]));
