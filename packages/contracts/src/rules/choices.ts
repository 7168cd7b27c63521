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
  /** The lowest price that can be had, where there are others, too. Without it, `price` is what it costs. */
  readonly priceFrom?: number | undefined;
}

const inCents = (price: number): number => Math.round(price * 100);

const byPrice = (one: Choice, other: Choice): number => one.price - other.price;

/** Those that can be had; all where none can. */
const inReach = <Of extends Choice>(choices: readonly Of[]): readonly Of[] => {
  const available = choices.filter(({ isAvailable }) => isAvailable);
  return available.length > 0 ? available : choices;
};

/** What `group` adds to a price at least, in hundredths. */
const leastOf = ({ min, options }: OptionGroup): number =>
  [...inReach(options)]
    .sort(byPrice)
    .slice(0, min)
    .reduce((sum, { price }) => sum + inCents(price), 0);

/**
 * `item` with the price and the availability that follow from its sizes and from `groups`, the restaurant's option groups by id: the
 * price is that of the cheapest size that can be had; an item without a size to have, or with too few options in a group, is sold out.
 * The same again of what it returns.
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
  const sizes = variants && [...inReach(variants)].sort(byPrice);
  const price = sizes?.[0]?.price ?? item.price;
  const regularPrice = sizes ? sizes[0]?.regularPrice : item.regularPrice;
  const added = required.reduce((sum, group) => sum + leastOf(group), 0);
  const isFrom = added > 0 || (sizes?.at(-1)?.price ?? price) !== price;
  return changed(item, {
    price,
    regularPrice,
    isAvailable: isMeant && canChoose,
    lacksChoice: isMeant && !canChoose ? true : undefined,
    priceFrom: isFrom ? (inCents(price) + added) / 100 : undefined,
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

/** Option groups by id. */
export const groupsById = <Group extends OptionGroup>(groups: readonly Group[] = []): ReadonlyMap<number, Group> =>
  new Map(groups.map((group) => [group.id, group]));

/** Sizes and options. */
export type ChoiceKind = 'variant' | 'option';

/** Under which field the translations of a row have the name of its size or option `id`. */
export const choiceField = (kind: ChoiceKind, id: number | ''): string => `${kind}.${id}`;
