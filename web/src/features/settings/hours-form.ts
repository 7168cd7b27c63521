import {
  DAY_MS,
  type Hours,
  type Interval,
  intervalsOn,
  localDay,
  localTime,
  specialOn,
} from '@tavola/contracts/rules/times.ts';
import { z } from 'zod';

// The form for opening hours: times as time fields have them, 'HH:MM'.

/** The weekdays, from Monday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Most intervals of a day, as the API has it. */
export const INTERVALS_MAX = 4;

const DAY_MINUTES = 1_440;
const END_MAX = 2_160;

/** What a day without hours gets first. */
export const FIRST_INTERVAL = { from: '11:00', to: '22:00' };

const minutesOf = (text: string): number => {
  const [hours, minutes] = text.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

/** '11:30' of a number of minutes from midnight; a minute of the next day is one of the clock, too. */
const textOf = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Whether an interval ends on the day after it began. */
export const closesNextDay = ({ from, to }: IntervalValue): boolean => from !== '' && to !== '' && to <= from;

/** The minutes of an interval; the same time twice is a whole day. */
const intervalOf = ({ from, to }: IntervalValue): Interval => {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return [start, end > start ? end : end + DAY_MINUTES];
};

const time = z.string().min(1, { error: 'Enter a time.' });

const intervals = z.array(z.object({ from: time, to: time })).superRefine((list, context) => {
  for (const [index, value] of list.entries()) {
    if (value.from === '' || value.to === '') continue;
    const [from, to] = intervalOf(value);
    const before = list[index - 1];
    if (to > END_MAX) {
      context.addIssue({
        code: 'custom',
        path: [index, 'to'],
        message: "Can't close later than noon of the next day.",
      });
    }
    if (before && before.from !== '' && before.to !== '' && from < intervalOf(before)[1]) {
      context.addIssue({ code: 'custom', path: [index, 'from'], message: 'This overlaps the hours before it.' });
    }
  }
});

const date = z.string().min(1, { error: 'Choose a date.' });

/** The form's schema. */
export const hoursForm = z.object({
  days: z.array(z.object({ intervals })),
  special: z.array(
    z
      .object({
        from: date,
        to: z.string(),
        intervals,
        reason: z.string().trim().max(60, { error: 'The reason can be at most 60 characters long.' }),
      })
      .refine(({ from, to }) => to === '' || from <= to, { error: 'This is before the first day.', path: ['to'] }),
  ),
});
export type HoursValues = z.infer<typeof hoursForm>;
export type IntervalValue = HoursValues['days'][number]['intervals'][number];

const valuesOf = (list: readonly Interval[]): IntervalValue[] =>
  list.map(([from, to]) => ({ from: textOf(from), to: textOf(to) }));

/** The form's values for `hours`; special days before `today` ('2026-12-24') are left out. Without hours, a first proposal. */
export const hoursValues = (hours: Hours | undefined, today: string): HoursValues => ({
  days: WEEKDAYS.map((_, weekday) => ({
    intervals: hours ? valuesOf(hours.weekly[weekday] ?? []) : [{ ...FIRST_INTERVAL }],
  })),
  special: (hours?.special ?? [])
    .filter(({ to }) => to >= today)
    .map(({ from, to, intervals: list, reason = '' }) => ({
      from,
      to: to === from ? '' : to,
      intervals: valuesOf(list),
      reason,
    })),
});

/** The hours that the form's `values` stand for. */
export const hoursOf = ({ days, special }: HoursValues): Hours => ({
  weekly: days.map(({ intervals: list }) => list.map(intervalOf)),
  special: special.map(({ from, to, intervals: list, reason }) => ({
    from,
    to: to || from,
    intervals: list.map(intervalOf),
    ...(reason && { reason }),
  })),
});

const clock = (minutes: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
    .format(minutes * 60_000)
    .replace(/\u202f/g, ' ');

/** The intervals of a day in words: '11:30 AM – 2:30 PM, 6:00 PM – 2:00 AM'. */
export const intervalsInWords = (list: readonly Interval[]): string =>
  list.length === 0
    ? 'Closed'
    : list
        .map(([from, to]) => (to - from === DAY_MINUTES ? 'Open 24 hours' : `${clock(from)} – ${clock(to)}`))
        .join(', ');

/** One of the next days, in words. */
export interface DayInWords {
  date: number;
  name: string;
  text: string;
  /** What is special about it: the reason of a special day, or a change of the clock. */
  note: string | undefined;
}

/** The next seven days from `now` (Unix time in milliseconds) in words. */
export function nextDays(hours: Hours, zone: string, now: number): DayInWords[] {
  const today = localDay(now, zone);
  return Array.from({ length: 7 }, (_, ahead) => {
    const day = today + ahead;
    const name = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'short', day: 'numeric' });
    const notes = [specialOn(hours, day)?.reason, clockChange(day, zone)].filter(Boolean);
    return {
      date: day,
      name: name.format(day * DAY_MS),
      text: intervalsInWords(intervalsOn(hours, day)),
      note: notes.join(' · ') || undefined,
    };
  });
}

/** Says that the clocks change on `day`, or in the night after it; undefined if they don't. */
function clockChange(day: number, zone: string): string | undefined {
  // Around noon, when clocks are never changed.
  const noon = day * DAY_MS + DAY_MS / 2;
  const [one, next] = [noon, noon + DAY_MS].map((instant) => localTime(instant, zone) - instant) as [number, number];
  if (one === next) return undefined;
  return next > one ? 'Clocks go forward this night' : 'Clocks go back this night';
}
