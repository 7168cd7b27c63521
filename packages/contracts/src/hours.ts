import { z } from 'zod';
import { asField } from './field-kind.ts';
import { storable } from './fields.ts';

/** Most intervals of a day, and most entries of special days. */
const INTERVALS_MAX = 4;
const SPECIAL_MAX = 60;
const REASON_MAX = 60;

const DAY_MINUTES = 1_440;

/** An interval that begins in the evening can last until noon of the next day. */
const END_MAX = 2_160;

const shownInterval = z.tuple([z.int(), z.int()]);

/** The seven days from Monday, and special days; `rules/times.ts` says what they mean. */
export const shownTimes = {
  weekly: z.array(z.array(shownInterval)).length(7),
  special: z.array(
    z.object({ from: z.string(), to: z.string(), intervals: z.array(shownInterval), reason: z.string().optional() }),
  ),
};

/** A restaurant's hours. */
export const hours = z.object(shownTimes);

const minutes = (error: string) => z.int({ error }).min(0, { error });

const interval = z
  .tuple(
    [
      minutes('An interval must begin at a minute of the day, from 0 to 1439.').max(DAY_MINUTES - 1, {
        error: 'An interval must begin at a minute of the day, from 0 to 1439.',
      }),
      minutes('An interval must end at a minute from 1 to 2160.').max(END_MAX, {
        error: 'An interval can end at noon of the next day at the latest.',
      }),
    ],
    { error: 'An interval must be a list of two minutes: from and to.' },
  )
  .refine(([from, to]) => to > from, { error: 'An interval must end after it begins.', path: [1] })
  .refine(([from, to]) => to <= from + DAY_MINUTES, { error: 'An interval can last 24 hours at most.', path: [1] });

const intervals = z
  .array(interval, { error: 'The hours of a day must be a list of intervals.' })
  .max(INTERVALS_MAX, { error: `A day can have at most ${INTERVALS_MAX} intervals.` })
  .refine((list) => list.every(([from], at) => at === 0 || from >= (list[at - 1] as [number, number])[1]), {
    error: 'The intervals of a day must be in order and must not overlap.',
  });

const DATE = 'A special day must be a date such as 2026-12-24.';

const special = z
  .object(
    {
      from: z.iso.date({ error: DATE }),
      to: z.iso.date({ error: DATE }),
      intervals,
      reason: storable('Reason')
        .trim()
        .max(REASON_MAX, { error: `The reason can be at most ${REASON_MAX} characters long.` })
        .transform((reason) => reason || undefined)
        .optional(),
    },
    { error: 'Special days must be an object with from, to and intervals.' },
  )
  .refine(({ from, to }) => from <= to, {
    error: 'Special days must end on or after the day they begin.',
    path: ['to'],
  });

/** The same in a request. */
export const timesInput = {
  weekly: z.array(intervals, { error: 'Weekly hours must be a list.' }).length(7, {
    error: 'Weekly hours must name seven days, from Monday.',
  }),
  special: z
    .array(special, { error: 'Special days must be a list.' })
    .max(SPECIAL_MAX, { error: `There can be at most ${SPECIAL_MAX} special days.` }),
};

export const hoursInput = asField(
  'hours',
  z.object(timesInput, { error: 'Hours must be an object with weekly and special.' }),
  'Hours',
);
