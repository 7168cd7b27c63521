import { type Chosen, chosenOf, groupsById, type OptionGroup } from './choices.ts';
import { type Hours, hourTurns, type OpenState, openSpans, openState, SOON_MS } from './times.ts';

// What time alone changes on a menu. No zod here: phones load this file.

/** Whether an item is sold out, and until when. */
interface Availability {
  readonly isAvailable: boolean;
  /** ISO 8601; without it, until the owner says otherwise. */
  readonly soldOutUntil?: string | undefined;
}

/** What an item costs. */
interface Priced {
  readonly price: number;
  /** The price without the offer that `price` is. */
  readonly regularPrice?: number | undefined;
  readonly offers?: readonly Offer[] | undefined;
}

/** The price in a daypart. */
interface Offer {
  readonly daypart: number;
  readonly price: number;
  /** The size that costs this; missing where the dish has no sizes. */
  readonly variant?: number | undefined;
}

/** A daypart: a name for times. */
export interface Daypart extends Hours {
  readonly id: number;
  readonly name: string;
}

/** Something that the restaurant says on its menu. Without times it shows all the time. */
interface Announcement {
  readonly times?: Hours | undefined;
}

/** What of a restaurant depends on the time. */
interface TimedTenant<Said = Announcement> {
  readonly hours?: Hours | undefined;
  readonly timeZone: string;
  readonly announcements?: { readonly first?: Said | undefined; readonly second?: Said | undefined } | undefined;
}

/** What of a dish depends on the time. */
type TimedItem = Availability & Priced & Chosen;

/** What of a menu depends on the time. */
export interface Timed<Item = TimedItem> {
  readonly tenant: TimedTenant;
  readonly items: readonly Item[];
  readonly optionGroups?: readonly OptionGroup[] | undefined;
  readonly dayparts?: readonly Daypart[] | undefined;
}

/** `item` as it is at `now`, in Unix time in milliseconds: one whose time has passed is available again. */
export function availableAt<Item extends Availability>(item: Item, now: number): Item {
  const { soldOutUntil, ...rest } = item;
  return soldOutUntil !== undefined && Date.parse(soldOutUntil) <= now
    ? ({ ...rest, isAvailable: true } as Item)
    : item;
}

/** `item` with the price of the lowest of `offers` in the dayparts `on`, if that is lower than its regular one. */
function pricedIn<Item extends Omit<Priced, 'offers'>>(
  item: Item,
  offers: readonly Offer[] | undefined,
  on: ReadonlySet<number>,
): Item {
  const { regularPrice, ...rest } = item;
  const regular = regularPrice ?? item.price;
  const offered = (offers ?? []).flatMap(({ daypart, price }) => (on.has(daypart) ? price : []));
  const lowest = Math.min(regular, ...offered);
  if (lowest === item.price) return item;
  return { ...rest, price: lowest, ...(lowest < regular && { regularPrice: regular }) } as Item;
}

/** Whether an item with these dayparts is served in the dayparts `on`. */
export const isServed = (
  { dayparts = [] }: { readonly dayparts?: readonly number[] | undefined },
  on: ReadonlySet<number>,
) => dayparts.length === 0 || dayparts.some((id) => on.has(id));

/** What each daypart of a menu is at a moment, by id. */
export type DaypartStates = ReadonlyMap<number, OpenState>;

/**
 * What each daypart is at `now`, in Unix time in milliseconds. Call this once for a menu and a moment: it looks 60 days ahead, and
 * hundreds of items may ask.
 */
export const daypartStates = (
  { dayparts = [], tenant: { timeZone } }: Pick<Timed, 'dayparts' | 'tenant'>,
  now: number,
): DaypartStates => new Map(dayparts.map((daypart) => [daypart.id, openState(daypart, timeZone, now)]));

/** The ids of the dayparts that are on. */
export const daypartsOn = (states: DaypartStates): ReadonlySet<number> =>
  new Set([...states].flatMap(([id, { is }]) => (is === 'closed' ? [] : id)));

/** Until when the price of `item` is that of an offer; undefined if it is none, or for ever. */
export function offerEnd(item: Priced, states: DaypartStates): number | undefined {
  if (item.regularPrice === undefined) return undefined;
  const ends = (item.offers ?? []).flatMap(({ daypart, price }) => {
    const state = states.get(daypart);
    return price === item.price && state?.is === 'open' ? [state.until] : [];
  });
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** When an item with the dayparts `ids` is served next, if it is not; undefined if that is not known. */
export function servedFrom(ids: readonly number[], states: DaypartStates): number | undefined {
  const starts = ids.flatMap((id) => {
    const state = states.get(id);
    return state?.is === 'closed' ? (state.opens ?? []) : [];
  });
  return starts.length > 0 ? Math.min(...starts) : undefined;
}

/** `item` as it is at `now`, in the dayparts `on`; what follows from its sizes and option groups is not in it yet. */
function itemAt<Item extends TimedItem>(item: Item, now: number, on: ReadonlySet<number>): Item {
  const { variants, offers } = item;
  const available = availableAt(item, now);
  if (!variants) return pricedIn(available, offers, on);
  const sizes = mapKept(variants, (size) => {
    const own = offers?.filter(({ variant }) => variant === size.id);
    return pricedIn(availableAt(size, now), own, on);
  });
  return sizes === variants ? available : { ...available, variants: sizes };
}

/** `list` with each entry as `map` makes it; the same list where it changes none. */
function mapKept<Entry>(list: readonly Entry[], map: (entry: Entry) => Entry): readonly Entry[] {
  const mapped = list.map(map);
  return mapped.every((entry, at) => entry === list[at]) ? list : mapped;
}

/** The option groups of a menu as they are at `now`, in Unix time in milliseconds. */
export const optionGroupsAt = <Group extends OptionGroup>(groups: readonly Group[], now: number): readonly Group[] =>
  mapKept(groups, (group) => {
    const options = mapKept(group.options, (option) => availableAt(option, now));
    return options === group.options ? group : { ...group, options };
  });

/** The items of `menu` as they are at `now`, in the dayparts `on`. */
export function itemsAt<Item extends TimedItem>(
  { items, optionGroups = [] }: Pick<Timed<Item>, 'items' | 'optionGroups'>,
  now: number,
  on: ReadonlySet<number>,
): Item[] {
  const groups = groupsById(optionGroupsAt(optionGroups, now));
  return items.map((item) => chosenOf(itemAt(item, now, on), groups));
}

/**
 * The announcements that show at `now`, in Unix time in milliseconds, with their names, in order. Without `now`, those that show all
 * the time.
 */
export function announcementsAt<Said extends Announcement>(
  { announcements: { first, second } = {}, timeZone }: TimedTenant<Said>,
  now: number | undefined,
): ['first' | 'second', Said][] {
  const isOn = (times: Hours): boolean =>
    now !== undefined && openSpans(times, timeZone, now, 1).some(([start]) => start <= now);
  const both = [['first', first] as const, ['second', second] as const];
  return both.flatMap(([name, one]) => (one && (!one.times || isOn(one.times)) ? [[name, one]] : []));
}

/**
 * The instants after `from` at which the menu changes by itself, in order, in Unix time in milliseconds: those of its hours,
 * announcements and dayparts within `days` days, and the ends of all that is sold out for a time.
 */
export function turnsOf(
  {
    tenant: { hours, timeZone, announcements: { first, second } = {} },
    items,
    dayparts = [],
    optionGroups = [],
  }: Timed,
  from: number,
  days: number,
): number[] {
  const turns = new Set(hours ? hourTurns(hours, timeZone, from, days, SOON_MS) : []);
  const timed = [...dayparts, ...[first, second].flatMap((one) => one?.times ?? [])];
  for (const times of timed) for (const turn of hourTurns(times, timeZone, from, days)) turns.add(turn);
  const choices = [
    ...items.flatMap(({ variants = [] }) => variants),
    ...optionGroups.flatMap(({ options }) => options),
  ];
  for (const { soldOutUntil } of [...items, ...choices]) {
    const until = soldOutUntil === undefined ? 0 : Date.parse(soldOutUntil);
    if (until > from) turns.add(until);
  }
  return [...turns].sort((one, other) => one - other);
}
