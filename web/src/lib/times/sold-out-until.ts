import { soldOutUntilInput } from '@tavola/contracts/availability.ts';
import {
  DAY_MS,
  HORIZON_DAYS,
  type Hours,
  instantOf,
  localDay,
  localTime,
  MINUTE_MS,
  openSpans,
} from '@tavola/contracts/rules/times.ts';
import { formatClock, isMidnight } from '../text/format.ts';

// Until when a dish can be sold out: the choices and their words, in the list of items and on the kitchen's screen.

/** The entry for a time that is none of the choices. */
export const OWN_TIME = 'Another time…';

/** What a kitchen can say. `hour`: for an hour. `always`: until it says otherwise. */
export type Choice = 'closing' | 'opening' | 'hour' | 'always';

/** A choice with its instant, in Unix time in milliseconds; without one, until the kitchen says otherwise. */
export interface Until {
  choice: Choice;
  label: string;
  at: number | undefined;
}

/** A choice's instant in ISO 8601; null without one. */
export const endOf = (choice: Until | undefined): string | null =>
  choice?.at === undefined ? null : new Date(choice.at).toISOString();

/** The API takes no time that is nearer than a minute. */
const NEAREST_MS = 2 * MINUTE_MS;

/** A night's work is over at this local hour, where the hours do not say otherwise. */
const NIGHT_ENDS = 4;

/** The next `hour` o'clock in `zone`. */
function nextHour(hour: number, zone: string, now: number): number {
  const today = localDay(now, zone);
  const at = instantOf(today * DAY_MS + hour * 60 * MINUTE_MS, zone);
  return at > now + NEAREST_MS ? at : instantOf((today + 1) * DAY_MS + hour * 60 * MINUTE_MS, zone);
}

/**
 * `instant` as the kitchen's clock shows it: '11:30 PM', with the weekday if it is not today, with the date if it is a week away.
 * Midnight is that of the day which it ends.
 */
export function momentInWords(instant: number, zone: string, now: number): string {
  const local = localTime(instant, zone);
  const day = dayOf(local);
  const days = day - localDay(now, zone);
  if (days === 0) return formatClock(local);
  return Math.abs(days) < 7
    ? `${WEEKDAY.format(day * DAY_MS)} ${formatClock(local)}`
    : `${DATE.format(day * DAY_MS)}, ${formatClock(local)}`;
}

/** `instant` with its whole date, as the clock in `zone` shows it: 'October 1, 2026, 11:30 PM'. */
export function dateAndClock(instant: number, zone: string): string {
  const local = localTime(instant, zone);
  return `${LONG_DATE.format(dayOf(local) * DAY_MS)}, ${formatClock(local)}`;
}

/** The day of a local time, counted from 1970-01-01. */
const dayOf = (local: number) => Math.floor(local / DAY_MS) - Number(isMidnight(local));

const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' });
const DATE = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const LONG_DATE = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });

/**
 * What the kitchen of a restaurant can choose at `now`; the first is what a tap says: until its day is over, despite a break between
 * lunch and dinner. Without hours, a day ends at 4 AM. One that never closes has no closing.
 */
export function choicesAt({ hours, timeZone }: { hours?: Hours | undefined; timeZone: string }, now: number): Until[] {
  const inWords = (at: number) => momentInWords(at, timeZone, now);
  const spans = hours ? openSpans(hours, timeZone, now, HORIZON_DAYS) : [];
  const closings = spans.filter(([, end]) => end > now + NEAREST_MS && end < now + HORIZON_DAYS * DAY_MS);
  const night = nextHour(NIGHT_ENDS, timeZone, closings[0]?.[0] ?? now);
  const last = closings.findLast(([start]) => start < night);
  const closing: Until = last
    ? { choice: 'closing', label: `Until closing (${inWords(last[1])})`, at: last[1] }
    : { choice: 'closing', label: `Until ${inWords(night)}`, at: night };
  const next = spans.find(([start]) => start > now + NEAREST_MS);
  const opening: Until[] =
    next && next[0] !== closing.at
      ? [{ choice: 'opening', label: `Until opening (${inWords(next[0])})`, at: next[0] }]
      : [];
  const hour = Math.ceil((now + 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  return [
    closing,
    ...opening,
    { choice: 'hour', label: `For an hour (${inWords(hour)})`, at: hour },
    { choice: 'always', label: 'Until I say otherwise', at: undefined },
  ];
}

/** An instant, or a local time in `zone`, in words; nothing if it is neither. */
export function untilInWords(text: string, zone: string, now: number): string {
  const read = instantIn(text, zone);
  return Number.isFinite(read) ? momentInWords(read, zone, now) : '';
}

/** What a field for another time begins with: when the item returns as it is, else the first choice. */
export const beginningOf = (
  { soldOutUntil }: { soldOutUntil?: string | undefined },
  [first]: readonly Until[],
): number => (soldOutUntil === undefined ? (first?.at ?? Date.now()) : Date.parse(soldOutUntil));

/** `instant` as a field for a local time has it: '2026-12-24T22:00'. */
export const localText = (instant: number, zone: string): string =>
  new Date(localTime(instant, zone)).toISOString().slice(0, 16);

/** An instant, or a local time in `zone` ('2026-12-24T22:00'), as the API takes it, or why it does not. */
export function readUntil(text: string, zone: string): { until: string } | { error: string } {
  const instant = instantIn(text, zone);
  if (!Number.isFinite(instant)) return { error: 'Out of Stock until needs a date and a time.' };
  const { data, error } = soldOutUntilInput.safeParse(new Date(instant).toISOString());
  return error ? { error: error.issues[0]?.message ?? '' } : { until: data };
}

/** An instant, or a local time in `zone` ('2026-12-24T22:00'), in Unix time in milliseconds; NaN for anything else. */
export function instantIn(text: string, zone: string): number {
  if (text.endsWith('Z')) return Date.parse(text);
  const local = Date.parse(`${text}Z`);
  return Number.isFinite(local) ? instantOf(local, zone) : Number.NaN;
}
