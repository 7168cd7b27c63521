import { shortTime } from './short-time.ts';

const count = new Intl.NumberFormat('en-US');

/** A whole number with thousands separators. */
export function formatCount(value: number): string {
  return count.format(value);
}

/** As in '1 dish' and '62 dishes'. */
export const many = (value: number, one: string, more = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : more}`;

const list = new Intl.ListFormat('en');

/** The `names`, and how many `more` there are, as in 'Ada, Bea, and 3 more'. */
export const namesAndMore = (names: readonly string[], more: number): string =>
  list.format(more > 0 ? [...names, `${formatCount(more)} more`] : names);

const days = formatsIn({ dateStyle: 'long' });

/** The day of an instant (ISO 8601) in a time zone, by default the reader's, as in 'December 21, 2026'. */
export const formatDay = (iso: string, timeZone?: string): string => days(timeZone).format(new Date(iso));

const dates = formatsIn({ dateStyle: 'medium' });

/** `formatDay` in short, as in 'Dec 21, 2026'. */
export const formatDate = (iso: string, timeZone?: string): string => dates(timeZone).format(new Date(iso));

const times = formatsIn({ timeStyle: 'short' });

/** The time of an instant (ISO 8601) in a time zone, by default the reader's, as in '3:45 PM'. */
export const formatTime = (iso: string, timeZone?: string): string => shortTime(times(timeZone).format(new Date(iso)));

const moments = formatsIn({ dateStyle: 'medium', timeStyle: 'short' });

/** An instant (ISO 8601) in a time zone, by default the reader's, as in 'Nov 21, 2026, 12:30 PM'. */
export const formatMoment = (iso: string, timeZone?: string): string =>
  shortTime(moments(timeZone).format(new Date(iso)));

/** Formats of one form, each made once for its time zone: making one costs more than using it a hundred times. */
function formatsIn(form: Intl.DateTimeFormatOptions): (timeZone: string | undefined) => Intl.DateTimeFormat {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = made.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...form, timeZone });
    made.set(timeZone, known);
    return known;
  };
}

const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });

/** Whether a local time, in milliseconds that are read as if they were UTC, is midnight, to the minute. */
export const isMidnight = (local: number): boolean => local % 86_400_000 < 60_000;

/** The time of day of a local time (in milliseconds that are read as if they were UTC), as in '3:45 PM' or 'midnight'. */
export const formatClock = (local: number): string => (isMidnight(local) ? 'midnight' : shortTime(clock.format(local)));

const inUnit = (unit: 'kilobyte' | 'megabyte') =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, maximumFractionDigits: 1 });
const [kilobytes, megabytes] = [inUnit('kilobyte'), inUnit('megabyte')];

/** The size of a file, as in '12.3 kB' or '1.4 MB'. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1_000_000 ? kilobytes.format(bytes / 1_000) : megabytes.format(bytes / 1_000_000);
