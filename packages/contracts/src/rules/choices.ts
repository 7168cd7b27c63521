// What a dish with sizes and options costs, and whether it can be had. No zod here: phones load this file.

/** A size of a dish, or an option in a group. `price` is the size's own, or what the option adds. */
interface Choice {
  readonly id: number;
  readonly price: number;
  readonly isAvailable: boolean;
  /** ISO 8601; without it, until the owner says otherwise. */
  readonly soldOutUntil?: string | undefined;
}

/** A size; `regularPrice` is there while an offer makes it cheaper. */
export interface Variant extends Choice {
  readonly regularPrice?: number | undefined;
}

/** Options of which guests choose at least `min` and at most `max`; any number where that is null. */
export interface OptionGroup {
  readonly id: number;
  readonly min: number;
  readonly max: number | null;
  readonly options: readonly Choice[];
}

/** What of a dish depends on its sizes and options. */
export interface Chosen {
  readonly price: number;
  readonly regularPrice?: number | undefined;
  readonly isAvailable: boolean;
  readonly variants?: readonly Variant[] | undefined;
  readonly optionGroups?: readonly number[] | undefined;
  /** True if it is sold out only because there is no size left, or too few options of a group that must be chosen from. */
  readonly lacksChoice?: boolean | undefined;
  /** The lowest price that can be had, where there are others, too. Without it, `fullPrice` or else `price` is what it costs. */
  readonly priceFrom?: number | undefined;
  /** What it costs with what must be chosen, where that adds the same whichever is taken. */
  readonly fullPrice?: number | undefined;
  /**
   * The same two without offers and with all that is sold out. Without either, that is `regularPrice`, or where there is none what it
   * costs now.
   */
  readonly usualFrom?: number | undefined;
  readonly usualPrice?: number | undefined;
}

const inCents = (price: number): number => Math.round(price * 100);

const sumOf = (prices: readonly number[]): number => prices.reduce((sum, price) => sum + inCents(price), 0);

/** Those that can be had; all where fewer than `min` can. */
const inReach = <Of extends Choice>(choices: readonly Of[], min = 1): readonly Of[] => {
  const available = choices.filter(({ isAvailable }) => isAvailable);
  return available.length >= min ? available : choices;
};

/** The lowest of `sizes`, the price of the cheapest order with what must be chosen of `groups`, and whether there are dearer ones. */
function cheapestOf(sizes: readonly number[], groups: readonly OptionGroup[]) {
  const lowest = Math.min(...sizes);
  let total = inCents(lowest);
  let isFrom = sizes.some((price) => price !== lowest);
  for (const { min, max, options } of groups) {
    const prices = options.map(({ price }) => price).sort((one, other) => one - other);
    const least = sumOf(prices.slice(0, min));
    total += least;
    // Of a group with enough free choices, what costs is an extra.
    isFrom ||= least > 0 && least !== sumOf(prices.slice(-(max ?? prices.length)));
  }
  return { lowest, total: total / 100, isFrom };
}

/**
 * `item` with the price and the availability that follow from its sizes and from `groups`, the restaurant's option groups by id: the
 * price is that of the cheapest size that can be had; an item without a size to have, or with too few options in a group, is sold out.
 * Its usual price, for paper and beside an offer, is of all sizes and options. The same again of what it returns.
 */
export function chosenOf<Item extends Chosen>(item: Item, groups: ReadonlyMap<number, OptionGroup>): Item {
  const { variants, optionGroups, lacksChoice } = item;
  if (!variants && !optionGroups?.length) return item;
  const required = (optionGroups ?? []).flatMap((id) => groups.get(id) ?? []).filter(({ min }) => min > 0);
  const hasSize = !variants || variants.some(({ isAvailable }) => isAvailable);
  const hasOptions = required.every(
    ({ min, options }) => options.filter(({ isAvailable }) => isAvailable).length >= min,
  );
  const isMeant = item.isAvailable || lacksChoice === true;
  const canChoose = hasSize && hasOptions;
  const now = cheapestOf(
    variants ? inReach(variants).map((size) => size.price) : [item.price],
    required.map((group) => ({ ...group, options: inReach(group.options, group.min) })),
  );
  const usual = cheapestOf(
    (variants ?? [item]).map(({ price, regularPrice = price }) => regularPrice),
    required,
  );
  const price = now.lowest;
  const offered = usual.lowest > price ? usual.lowest : undefined;
  const regularPrice = variants ? offered : item.regularPrice;
  const isUsual =
    usual.total === (regularPrice ?? now.total) && usual.isFrom === (regularPrice === undefined && now.isFrom);
  return changed(item, {
    price,
    regularPrice,
    isAvailable: isMeant && canChoose,
    lacksChoice: isMeant && !canChoose ? true : undefined,
    priceFrom: now.isFrom ? now.total : undefined,
    fullPrice: now.isFrom || now.total === price ? undefined : now.total,
    usualFrom: !isUsual && usual.isFrom ? usual.total : undefined,
    usualPrice: isUsual || usual.isFrom ? undefined : usual.total,
  });
}

/** `item` with `fields`, of which those without a value are missing; the same object if nothing differs. */
function changed<Item extends Chosen>(item: Item, fields: Partial<Chosen>): Item {
  const entries = Object.entries(fields) as [keyof Chosen, unknown][];
  if (entries.every(([name, value]) => item[name] === value)) return item;
  const after = { ...item } as Record<string, unknown>;
  for (const [name, value] of entries) {
    if (value === undefined) delete after[name];
    else after[name] = value;
  }
  return after as unknown as Item;
}

/** The offers of a dish that stay if it has `sizes`, or one price without: an offer goes with the price that it lowers. */
export const offersLeft = <Offer extends { variant?: number | undefined }>(
  offers: readonly Offer[],
  sizes: readonly { id?: number | undefined }[] | null | undefined,
): Offer[] =>
  offers.filter(({ variant }) =>
    sizes ? variant !== undefined && sizes.some(({ id }) => id === variant) : variant === undefined,
  );

/** Option groups by id. */
export const groupsById = <Group extends OptionGroup>(groups: readonly Group[] = []): ReadonlyMap<number, Group> =>
  new Map(groups.map((group) => [group.id, group]));

/** Sizes and options. */
export type ChoiceKind = 'variant' | 'option';

/** Under which field the translations of a row have the name of its size or option `id`. */
export const choiceField = (kind: ChoiceKind, id: number | ''): string => `${kind}.${id}`;
