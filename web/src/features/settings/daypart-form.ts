import { DAYPART_FIELDS, type Daypart, type DaypartsInput } from '@tavola/contracts/dayparts.ts';
import { z } from 'zod';
import { DAYPART_WORDS, WEEKDAYS } from '../../lib/times/week-in-words.ts';
import {
  type HoursValues,
  hasTime,
  hoursOf,
  hoursValues,
  type IntervalValue,
  type TimesWords,
  timesFields,
} from './hours-form.ts';

/** The words for the times of a daypart. */
export const SERVING: TimesWords = {
  from: 'begins',
  to: 'ends',
  one: 'time',
  ...DAYPART_WORDS,
  add: 'Add a time',
  more: 'Add another time',
  special: 'Holidays and other days with different times, or none. If two cover the same day, the last one counts.',
  first: { from: '11:30', to: '14:30' },
};

/** Whether there is any time in a form. */
export const hasTimes = ({ days, special }: HoursValues): boolean =>
  [...days, ...special].some(({ intervals }) => intervals.some(hasTime));

/** The form's schema. The daypart's name must not be one of those `taken`; `today` is the date. */
export const daypartForm = (taken: readonly string[], today: string) =>
  z
    .object({
      name: DAYPART_FIELDS.name.input.refine((name) => !taken.includes(name), {
        error: 'You already have a menu time with this name.',
      }),
      isActive: DAYPART_FIELDS.isActive.input,
      ...timesFields(today),
    })
    // The dialog says so.
    .refine(hasTimes);
export type DaypartValues = HoursValues & { name: string; isActive: boolean };

/** What an owner may begin with: a name, and times on the days from Monday. */
export interface Starter {
  name: string;
  times: IntervalValue;
  days: number;
}

/** The dayparts that most restaurants have. */
export const STARTERS: readonly Starter[] = [
  { name: 'Breakfast', times: { from: '07:00', to: '11:00' }, days: 7 },
  { name: 'Lunch', times: { from: '11:30', to: '14:30' }, days: 5 },
  { name: 'Happy hour', times: { from: '16:00', to: '18:00' }, days: 5 },
];

/** The values of a new daypart. */
export const newDaypartValues = ({ name, times, days }: Partial<Starter>): DaypartValues => ({
  name: name ?? '',
  isActive: true,
  days: WEEKDAYS.map((_, weekday) => ({ intervals: times && weekday < (days ?? 0) ? [{ ...times }] : [] })),
  special: [],
});

/** The form's values for `daypart`; special days before `today` ('2026-12-24') are left out. */
export const daypartValues = (daypart: Daypart, today: string): DaypartValues => ({
  name: daypart.name,
  isActive: daypart.isActive,
  ...hoursValues(daypart, today),
});

/** The daypart that the form's `values` stand for, without its id. */
export const daypartOf = ({ name, isActive, ...times }: DaypartValues): DaypartsInput['dayparts'][number] => ({
  name,
  isActive,
  ...hoursOf(times),
});
