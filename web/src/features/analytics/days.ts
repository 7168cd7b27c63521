import { DAY_MS } from '@tavola/contracts/rules/times.ts';
import { zoneNameHere } from '@tavola/contracts/rules/zone-names.ts';

/** The date at `now` in a time zone, as `2026-11-20`. */
export function dayIn(timeZone: string, now: Date): string {
  // Swedish dates have the ISO format.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zoneNameHere(timeZone), dateStyle: 'short' }).format(now);
}

/** The hour at `now` in a time zone, 0 to 23. */
export function hourIn(timeZone: string, now: Date): number {
  return Number(
    new Intl.DateTimeFormat('en', { timeZone: zoneNameHere(timeZone), hour: 'numeric', hourCycle: 'h23' }).format(now),
  );
}

/** The day `count` days later, or earlier if negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days in a range, both ends included. */
export function daysIn({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Monday is 1, Sunday is 7. */
export function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay() || 7;
}

// Days are already in the restaurant's time zone. Formatting them as UTC keeps them unchanged.
const words = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
const short = words({ month: 'short', day: 'numeric' });
const whole = words({ month: 'short', day: 'numeric', year: 'numeric' });
const full = words({ dateStyle: 'full' });
const weekday = words({ weekday: 'long' });
const shortWeekday = words({ weekday: 'short' });
const hour = words({ hour: 'numeric' });

/** As in 'Nov 20'. */
export const dayText = (day: string): string => short.format(Date.parse(day));
/** As in 'Friday, November 20, 2026'. */
export const fullDayText = (day: string): string => full.format(Date.parse(day));
/** As in 'Oct 22 – Nov 20, 2026'. */
export const rangeText = ({ from, to }: { from: string; to: string }): string =>
  whole.formatRange(Date.parse(from), Date.parse(to));

const MONDAY = Date.UTC(2024, 0, 1);
/** As in 'Friday', for 5. */
export const weekdayText = (number: number): string => weekday.format(MONDAY + (number - 1) * DAY_MS);
/** As in 'Fri', for 5. */
export const shortWeekdayText = (number: number): string => shortWeekday.format(MONDAY + (number - 1) * DAY_MS);
/** As in '7 PM', for 19. */
export const hourText = (number: number): string => hour.format(MONDAY + number * 3_600_000);
/** As in '7 PM – 8 PM', for 19. */
export const wholeHourText = (number: number): string => `${hourText(number)} – ${hourText(number + 1)}`;
