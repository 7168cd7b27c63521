// Opening hours as instants. Services, the dashboard and the diners' page share these rules, so phones load this file: no zod, no
// date library. docs/decisions/0013-times-and-dayparts.md has the reasons.

/**
 * From and to in minutes from the local midnight of the day on which the interval begins; `to` is above 1440 where it ends after
 * midnight.
 */
export type Interval = readonly [from: number, to: number];

/** Days from `from` to `to` ('2026-12-24'), both included, with hours of their own; without intervals they are closed. */
export interface SpecialDays {
  readonly from: string;
  readonly to: string;
  readonly intervals: readonly Interval[];
  readonly reason?: string | undefined;
}

/** `weekly` has seven days, from Monday. Special days replace what begins on them; of several the last one counts. */
export interface Hours {
  readonly weekly: readonly (readonly Interval[])[];
  readonly special: readonly SpecialDays[];
}

/** From an instant to another, which no longer belongs to it, in Unix time in milliseconds. */
export type Span = readonly [start: number, end: number];

/** Instants are in Unix time in milliseconds. `opens` is missing where no opening is near. */
export type OpenState =
  | { readonly is: 'always' }
  | { readonly is: 'open'; readonly until: number; readonly isSoon: boolean }
  | { readonly is: 'closed'; readonly opens?: number };

export const MINUTE_MS = 60_000;
export const DAY_MS = 1_440 * MINUTE_MS;

/** 'Closing soon' begins this long before the closing, in milliseconds. */
export const SOON_MS = 30 * MINUTE_MS;

/** How many days ahead turns are known. Whoever is open that long without a break is always open. */
export const HORIZON_DAYS = 8;

/** How many days ahead an opening is looked for. */
const OPENING_DAYS = 60;

/** An interval ends on the next day at the latest, which a zone may leave out. */
const TAIL_DAYS = 2;

/** For how many UTC days the offsets of a zone are remembered: more than anybody asks for at one time. */
const OFFSET_DAYS_MAX = 200;

/** How far a zone is ahead of UTC on a UTC day, in milliseconds: `before` its clocks change at the instant `change`, and `after`. */
interface DayOffsets {
  readonly before: number;
  readonly change: number;
  readonly after: number;
}

interface Clocks {
  readonly format: Intl.DateTimeFormat;
  /** By UTC day, counted from 1970-01-01. */
  readonly days: Map<number, DayOffsets>;
}

const zones = new Map<string, Clocks>();

/** Writes instants as the clocks of `zone` show them. A phone may be older than the zone: its own clock is the likeliest then. */
function formatIn(zone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23' });
  }
}

/** How far a clock that `format` writes is ahead of UTC at `minute`, in milliseconds. Formats show no seconds. */
function readOffset(minute: number, format: Intl.DateTimeFormat): number {
  const [month, day, year, hours, minutes] = (format.format(minute).match(/\d+/g) ?? []).map(Number) as number[];
  return Date.UTC(year as number, (month as number) - 1, day, hours, minutes) - minute;
}

/** The offsets on a UTC day. Formats are slow, so they are asked at both ends, and between them only if the clocks change. */
function readDay(day: number, format: Intl.DateTimeFormat): DayOffsets {
  let [low, high] = [day * DAY_MS, (day + 1) * DAY_MS];
  const [before, after] = [readOffset(low, format), readOffset(high, format)];
  while (before !== after && high - low > MINUTE_MS) {
    const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
    if (readOffset(middle, format) === before) low = middle;
    else high = middle;
  }
  return { before, change: high, after };
}

/** How far `zone` (IANA) is ahead of UTC at `instant`, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  let clocks = zones.get(zone);
  if (!clocks) {
    clocks = { format: formatIn(zone), days: new Map() };
    zones.set(zone, clocks);
  }
  const { days, format } = clocks;
  const day = Math.floor(instant / DAY_MS);
  let offsets = days.get(day);
  if (!offsets) {
    offsets = readDay(day, format);
    // The one that was read first goes: today is read anew, at the cost of a moment.
    if (days.size >= OFFSET_DAYS_MAX) days.delete(days.keys().next().value as number);
    days.set(day, offsets);
  }
  return instant < offsets.change ? offsets.before : offsets.after;
}

/** `instant` as the clocks of `zone` show it: milliseconds that are read as if they were UTC. */
export const localTime = (instant: number, zone: string): number => instant + offsetAt(instant, zone);

/** The day of `instant` in `zone`, counted from 1970-01-01. */
export const localDay = (instant: number, zone: string): number => Math.floor(localTime(instant, zone) / DAY_MS);

/** The weekday of a day counted from 1970-01-01, from 0 for Monday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** The day of a date such as '2026-12-24', counted from 1970-01-01. */
export const dayOf = (date: string): number => Date.parse(date) / DAY_MS;

/** A day counted from 1970-01-01 as '2026-12-24'. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * When the clocks of `zone` show `local`. Of a time that they show twice, the first; a time that they leave out is as much later as
 * they are set forward.
 */
export function instantOf(local: number, zone: string): number {
  const before = local - offsetAt(local - DAY_MS, zone);
  const after = local - offsetAt(local + DAY_MS, zone);
  return localTime(before, zone) !== local && localTime(after, zone) === local ? after : before;
}

/** The special days that a day counted from 1970-01-01 belongs to; undefined if it is a day like others. */
export const specialOn = (hours: Hours, day: number): SpecialDays | undefined => specialDaysOf(hours, day, day)[0];

/** The intervals that begin on a day counted from 1970-01-01. */
export const intervalsOn = (hours: Hours, day: number): readonly Interval[] =>
  specialOn(hours, day)?.intervals ?? hours.weekly[weekdayOf(day)] ?? [];

/** The special days that each of the days from `first` to `last` belongs to, in order. */
function specialDaysOf({ special }: Hours, first: number, last: number): (SpecialDays | undefined)[] {
  const days: (SpecialDays | undefined)[] = Array(last - first + 1).fill(undefined);
  const [from, to] = [dateOf(first), dateOf(last)];
  for (const entry of special) {
    if (entry.from > to || entry.to < from) continue;
    days.fill(entry, Math.max(0, dayOf(entry.from) - first), dayOf(entry.to) - first + 1);
  }
  return days;
}

/** When it is open, of the days from `first` to `last`: in order, and without two spans that touch. */
function spansOf(hours: Hours, zone: string, first: number, last: number): Span[] {
  const spans: Span[] = [];
  for (const [index, special] of specialDaysOf(hours, first, last).entries()) {
    const day = first + index;
    for (const [from, to] of special?.intervals ?? hours.weekly[weekdayOf(day)] ?? []) {
      const span: Span = [
        instantOf(day * DAY_MS + from * MINUTE_MS, zone),
        instantOf(day * DAY_MS + to * MINUTE_MS, zone),
      ];
      if (span[0] < span[1]) spans.push(span);
    }
  }
  spans.sort((one, other) => one[0] - other[0]);
  const merged: [number, number][] = [];
  for (const [start, end] of spans) {
    const before = merged.at(-1);
    if (before && start <= before[1]) before[1] = Math.max(before[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/**
 * When it is open in the `days` days after `from`. Intervals that touch or overlap are one span; the first may have begun before
 * `from`, the last may end later.
 */
export function openSpans(hours: Hours, zone: string, from: number, days: number): Span[] {
  const today = localDay(from, zone);
  const to = from + days * DAY_MS;
  return spansOf(hours, zone, today - TAIL_DAYS, today + days + 1).filter(([start, end]) => end > from && start < to);
}

/** Whether it is open at `now`, until when, or when it opens next. */
export function openState(hours: Hours, zone: string, now: number): OpenState {
  const [next] = openSpans(hours, zone, now, HORIZON_DAYS);
  if (!next) {
    const [later] = openSpans(hours, zone, now, OPENING_DAYS);
    return { is: 'closed', ...(later && { opens: later[0] }) };
  }
  const [start, until] = next;
  if (start > now) return { is: 'closed', opens: start };
  if (until >= now + HORIZON_DAYS * DAY_MS) return { is: 'always' };
  return { is: 'open', until, isSoon: until - now <= SOON_MS };
}

/**
 * The instants after `from` and within `days` days at which what is said of `hours` changes: openings, closings, `soon` milliseconds
 * and a day before closings, and local midnights, after which 'Tuesday' may be today.
 */
export function hourTurns(hours: Hours, zone: string, from: number, days: number, soon = 0): number[] {
  const today = localDay(from, zone);
  const midnights = Array.from({ length: days }, (_, index) => instantOf((today + 1 + index) * DAY_MS, zone));
  const turns = openSpans(hours, zone, from, days).flatMap(([start, end]) => [
    start,
    ...(end - DAY_MS > start ? [end - DAY_MS] : []),
    end - soon,
    end,
  ]);
  const to = from + days * DAY_MS;
  return [...new Set([...turns, ...midnights])].filter((turn) => turn > from && turn <= to).sort((a, b) => a - b);
}
