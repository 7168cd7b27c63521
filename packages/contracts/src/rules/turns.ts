import { type Hours, hourTurns } from './times.ts';

// What time alone changes on a menu. No zod here: phones load this file.

/** Whether an item is sold out, and until when. */
interface Availability {
  readonly isAvailable: boolean;
  /** ISO 8601; without it, until the owner says otherwise. */
  readonly soldOutUntil?: string | undefined;
}

/** What of a menu depends on the time. */
export interface Timed {
  readonly tenant: { readonly hours?: Hours | undefined; readonly timeZone: string };
  readonly items: readonly Availability[];
}

/** `item` as it is at `now`, in Unix time in milliseconds: one whose time has passed is available again. */
export function itemAt<Item extends Availability>(item: Item, now: number): Item {
  const { soldOutUntil, ...rest } = item;
  return soldOutUntil !== undefined && Date.parse(soldOutUntil) <= now
    ? ({ ...rest, isAvailable: true } as Item)
    : item;
}

/**
 * The instants after `from` at which the menu changes by itself, in order, in Unix time in milliseconds: those of its hours within
 * `days` days, and the ends of all that is sold out for a time.
 */
export function turnsOf({ tenant: { hours, timeZone }, items }: Timed, from: number, days: number): number[] {
  const turns = new Set(hours ? hourTurns(hours, timeZone, from, days) : []);
  for (const { soldOutUntil } of items) {
    const until = soldOutUntil === undefined ? 0 : Date.parse(soldOutUntil);
    if (until > from) turns.add(until);
  }
  return [...turns].sort((one, other) => one - other);
}
