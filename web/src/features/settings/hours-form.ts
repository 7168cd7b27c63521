import type { TenantInput } from '@tavola/contracts/auth.ts';
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
import { type DayWords, intervalsInWords, WEEKDAYS } from '../../lib/times/week-in-words.ts';

// The form for the times of a week, such as opening hours: times as time fields have them, 'HH:MM'.

/** Most intervals of a day, as the API has it. */
export const INTERVALS_MAX = 4;

/** Most special days. */
export const SPECIAL_MAX = 60;

const DAY_MINUTES = 1_440;
const END_MAX = 2_160;

/** What the times of a form are called. */
export interface TimesWords extends DayWords {
  /** What is at the beginning and the end of an interval, for screen readers. */
  from: string;
  to: string;
  /** What an interval is called, as in 'Remove hours of Monday'. */
  one: string;
  /** The buttons that give a day its first interval, and another one. */
  add: string;
  more: string;
  /** What special days are for. */
  special: string;
  /** What a day without times gets first. */
  first: IntervalValue;
}

/** The words for opening hours. */
export const OPENING: TimesWords = {
  from: 'opens',
  to: 'closes',
  one: 'hours',
  none: 'Closed',
  add: 'Add hours',
  more: 'Add more hours',
  allDay: 'Open 24 hours',
  special:
    'Holidays, vacations, a private party: different hours, or closed. If two cover the same day, the last one counts.',
  first: { from: '11:00', to: '22:00' },
};

const minutesOf = (text: string): number => {
  const [hours, minutes] = text.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

/** '11:30' of a number of minutes from midnight; a minute of the next day is one of the clock, too. */
const textOf = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Whether an interval ends on the day after it began. */
export const endsNextDay = ({ from, to }: IntervalValue): boolean => from !== '' && to !== '' && to <= from;

/** The minutes of an interval; the same time twice is a whole day. */
const intervalOf = ({ from, to }: IntervalValue): [from: number, to: number] => {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return [start, end > start ? end : end + DAY_MINUTES];
};

/** Whether an interval has a time: one that has none, such as a new one, counts for nothing. */
export const hasTime = ({ from, to }: { from: string; to: string }): boolean => from !== '' || to !== '';

const intervals = z
  .array(z.object({ from: z.string(), to: z.string() }))
  .superRefine((list, context) => {
    for (const [index, value] of list.entries()) {
      if (value.from === '' || value.to === '') {
        const lacking = value.from === '' ? 'from' : 'to';
        if (hasTime(value)) context.addIssue({ code: 'custom', path: [index, lacking], message: 'Enter a time.' });
        continue;
      }
      const [from, to] = intervalOf(value);
      const overlaps = (other: IntervalValue) => {
        if (other.from === '' || other.to === '') return false;
        const [start, end] = intervalOf(other);
        return from < end && start < to;
      };
      if (to > END_MAX) {
        context.addIssue({
          code: 'custom',
          path: [index, 'to'],
          message: "This can't be later than noon of the next day.",
        });
      }
      if (list.slice(0, index).some(overlaps)) {
        context.addIssue({ code: 'custom', path: [index, 'from'], message: 'This overlaps the hours before it.' });
      }
    }
  })
  .transform((list) => list.filter(hasTime));

const date = z.string().min(1, { error: 'Choose a date.' });

/** The schemas of the times' fields. `today`: the date, such as '2026-12-24'. */
export const timesFields = (today: string) => ({
  days: z.array(z.object({ intervals })),
  special: z.array(
    z
      .object({
        from: date,
        to: z.string(),
        intervals,
        reason: z.string().trim().max(60, { error: 'The reason can be at most 60 characters long.' }),
      })
      .refine(({ from, to }) => to === '' || from <= to, {
        error: "The last day can't be before the first.",
        path: ['to'],
      })
      .superRefine(({ from, to }, context) => {
        if (from === '' || (to || from) >= today) return;
        context.addIssue({ code: 'custom', path: [to ? 'to' : 'from'], message: 'This is in the past.' });
      }),
  ),
});

/** The form's schema. */
export const hoursForm = (today: string) => z.object(timesFields(today));
export type HoursValues = z.infer<ReturnType<typeof hoursForm>>;
export type IntervalValue = HoursValues['days'][number]['intervals'][number];

const valuesOf = (list: readonly Interval[]): IntervalValue[] =>
  list.map(([from, to]) => ({ from: textOf(from), to: textOf(to) }));

/** The same interval every day. */
export const everyDay = (interval: IntervalValue): HoursValues => ({
  days: WEEKDAYS.map(() => ({ intervals: [{ ...interval }] })),
  special: [],
});

/** The form's values for `hours`; special days before `today` ('2026-12-24') are left out. */
export const hoursValues = (hours: Hours, today: string): HoursValues => ({
  days: WEEKDAYS.map((_, weekday) => ({ intervals: valuesOf(hours.weekly[weekday] ?? []) })),
  special: hours.special
    .filter(({ to }) => to >= today)
    .map(({ from, to, intervals: list, reason = '' }) => ({
      from,
      to: to === from ? '' : to,
      intervals: valuesOf(list),
      reason,
    })),
});

const intervalsOf = (list: readonly IntervalValue[]) => list.map(intervalOf).sort(([one], [other]) => one - other);

/** The hours that the form's `values` stand for. */
export const hoursOf = ({ days, special }: HoursValues): NonNullable<TenantInput['hours']> => ({
  weekly: days.map(({ intervals: list }) => intervalsOf(list)),
  special: special.map(({ from, to, intervals: list, reason }) => ({
    from,
    to: to || from,
    intervals: intervalsOf(list),
    ...(reason && { reason }),
  })),
});

/** One of the next days, in words. */
interface DayInWords {
  date: number;
  name: string;
  text: string;
  /** Whether it has no times. */
  isNone: boolean;
  /** What is special about it: the reason of a special day, and a change of the clock. */
  reason: string | undefined;
  clocks: string | undefined;
}

/** The next seven days from `now` (Unix time in milliseconds) in words. */
export function nextDays(hours: Hours, zone: string, now: number, words: TimesWords): DayInWords[] {
  const today = localDay(now, zone);
  return Array.from({ length: 7 }, (_, ahead) => {
    const day = today + ahead;
    const name = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'short', day: 'numeric' });
    const list = intervalsOn(hours, day);
    return {
      date: day,
      name: name.format(day * DAY_MS),
      text: intervalsInWords(list, words),
      isNone: list.length === 0,
      reason: specialOn(hours, day)?.reason,
      clocks: clockChange(day, zone),
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
