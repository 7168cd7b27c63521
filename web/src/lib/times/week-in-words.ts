import type { Daypart } from '@tavola/contracts/dayparts.ts';
import { type Interval, MINUTE_MS } from '@tavola/contracts/rules/times.ts';
import { formatClock } from '../text/format.ts';

// The times of a week in words, for owners.

/** The weekdays, from Monday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const DAY_MINUTES = 1_440;

/** How a day without intervals is called, and an interval of 24 hours. */
export interface DayWords {
  readonly none: string;
  readonly allDay: string;
}

const clock = (minutes: number): string => formatClock(minutes * MINUTE_MS);

/** The intervals of a day in words: '11:30 AM – 2:30 PM, 6 PM – 2 AM'. */
export const intervalsInWords = (list: readonly Interval[], words: DayWords): string =>
  list.length === 0
    ? words.none
    : list.map(([from, to]) => (to - from === DAY_MINUTES ? words.allDay : `${clock(from)} – ${clock(to)}`)).join(', ');

/** Days with the same times in a few words: 'Mon–Fri', 'Mon, Wed', 'Every day'. `weekdays` are in order, from 0 for Monday. */
function weekdaysInWords(weekdays: readonly number[]): string {
  if (weekdays.length === WEEKDAYS.length) return 'Every day';
  const runs: number[][] = [];
  for (const weekday of weekdays) {
    const run = runs.at(-1);
    if (run?.at(-1) === weekday - 1) run.push(weekday);
    else runs.push([weekday]);
  }
  const short = (weekday: number | undefined) => WEEKDAYS[weekday ?? 0]?.slice(0, 3);
  return runs
    .map((run) => (run.length > 2 ? `${short(run[0])}–${short(run.at(-1))}` : run.map(short).join(', ')))
    .join(', ');
}

/** The words for a day of a daypart. */
export const DAYPART_WORDS: DayWords = { none: 'No times', allDay: 'All day' };

/** The times of a daypart in a few words, such as 'Mon–Fri 11:30 AM – 2:30 PM', one text for the days that have the same. */
export function daypartInWords({ weekly }: Pick<Daypart, 'weekly'>): string[] {
  const days = new Map<string, number[]>();
  for (const [weekday, list] of weekly.entries()) {
    if (list.length === 0) continue;
    const text = intervalsInWords(list, DAYPART_WORDS);
    days.set(text, [...(days.get(text) ?? []), weekday]);
  }
  if (days.size === 0) return ['Special days only'];
  return [...days].map(([text, weekdays]) => `${weekdaysInWords(weekdays)} ${text}`);
}
