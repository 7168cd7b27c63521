import {
  DAY_MS,
  dayOf,
  type Hours,
  localDay,
  localTime,
  MINUTE_MS,
  openState,
  weekdayOf,
} from '@tavola/contracts/rules/times.ts';
import { shortTime } from '../../lib/text/short-time.ts';
import type { PageWords } from './words/page-words.ts';

/** For this long after a menu was sent, its hours are taken for true, in milliseconds. */
const KNOWN_MS = 8 * DAY_MS;

type Speaker = Pick<PageWords, 'say' | 'locale'>;

/** By locale and the names of their options. Making one takes longer than rendering a dish, and a page has hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats in `locale`; the same in every browser, because the server has rendered them, too. */
function format(local: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${Object.keys(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  formats.set(key, known);
  return shortTime(known.format(local));
}

/** A time of day such as '2 PM', '2:30 PM' or '14:30'; `minutes` are counted from midnight. */
export const timeOfDay = (minutes: number, locale: string): string =>
  format(minutes * MINUTE_MS, locale, {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: locale.startsWith('en') ? 'h12' : 'h23',
  });

/** Whether the clocks of `timeZone` show midnight at `instant`. As an end it has a word of its own: '12:00 AM' reads like noon. */
export const isMidnight = (instant: number, timeZone: string): boolean =>
  localTime(instant, timeZone) % DAY_MS < MINUTE_MS;

/** Whether `end` is so far from `now` that its time of day alone would be taken for an earlier one. */
export const isDaysAway = (end: number, now: number): boolean => end - now > DAY_MS;

/** The weekday with this number, from 0 for Monday. 1970 began with a Thursday. */
export const dayName = (weekday: number, locale: string): string =>
  format((weekday + 4) * DAY_MS, locale, { weekday: 'long' });

/** A day counted from 1970-01-01, such as 'Dec 24'. */
export const dayAndMonth = (day: number, locale: string): string =>
  format(day * DAY_MS, locale, { month: 'short', day: 'numeric' });

/** A day such as '2026-12-24' as 'Dec 24, 2026'. */
export const fullDate = (date: string, locale: string): string =>
  format(dayOf(date) * DAY_MS, locale, { month: 'short', day: 'numeric', year: 'numeric' });

/**
 * Whether the restaurant is open at `now`, in words: 'Open until 10 PM', 'Closed · opens Tuesday 11:30 AM'. `sentAt` is when its
 * hours were sent; both are in Unix time in milliseconds. Undefined if they are too old to tell.
 */
export function openInWords(
  { hours, timeZone }: { hours: Hours; timeZone: string },
  now: number,
  sentAt: number,
  { say, locale }: Speaker,
): string | undefined {
  if (now > sentAt + KNOWN_MS) return undefined;
  const state = openState(hours, timeZone, now);
  if (state.is === 'always' || (state.is === 'open' && isDaysAway(state.until, now))) return say('alwaysOpen');
  const instant = state.is === 'open' ? state.until : state.opens;
  if (instant === undefined) return say('closed');
  const { time, day } = instantInWords(instant, now, timeZone, locale);
  if (state.is === 'open') {
    const endsAtMidnight = isMidnight(instant, timeZone);
    if (state.isSoon) return say('closingSoon', { time: endsAtMidnight ? say('midnight') : time });
    return endsAtMidnight ? say('openTillMidnight') : say('openTill', { time });
  }
  return day === undefined ? say('opensAt', { time }) : say('opensOn', { day, time });
}

/** The time of day of `instant`, and its day if that is not today: a weekday within a week, else a date. */
export function instantInWords(
  instant: number,
  now: number,
  timeZone: string,
  locale: string,
): { time: string; day: string | undefined } {
  const local = localTime(instant, timeZone);
  const time = timeOfDay(Math.floor((local % DAY_MS) / MINUTE_MS), locale);
  const [today, then] = [localDay(now, timeZone), localDay(instant, timeZone)];
  if (today === then) return { time, day: undefined };
  return { time, day: then - today < 7 ? dayName(weekdayOf(then), locale) : dayAndMonth(then, locale) };
}
