import { separateSpecialDays } from '@tavola/contracts/rules/special-days.ts';
import { dateOf, type Hours, type Interval, localDay, type SpecialDays } from '@tavola/contracts/rules/times.ts';

const DAY_MINUTES = 1_440;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Special days are named this many days ahead. */
const AHEAD_DAYS = 30;

/** Search engines read equal times as closed. */
const CLOSED: Interval = [0, 0];

/** `hours` for search engines, as fields of schema.org's Restaurant. `now` is in Unix time in milliseconds. */
export function hoursSchema(hours: Hours, timeZone: string, now: number): object {
  const today = localDay(now, timeZone);
  const special = separateSpecialDays(hours.special)
    .filter(({ from, to }) => to >= dateOf(today) && from <= dateOf(today + AHEAD_DAYS))
    .flatMap(specialSchema);
  return {
    openingHoursSpecification: weeklySchema(hours.weekly),
    ...(special.length > 0 && { specialOpeningHoursSpecification: special }),
  };
}

function weeklySchema(weekly: Hours['weekly']): object[] {
  const daysOf = new Map<string, { interval: Interval; days: string[] }>();
  for (const [weekday, intervals] of weekly.entries()) {
    for (const interval of orClosed(intervals)) {
      const same = daysOf.get(interval.join()) ?? { interval, days: [] };
      daysOf.set(interval.join(), same);
      same.days.push(WEEKDAYS[weekday] as string);
    }
  }
  return [...daysOf.values()].map(({ interval, days }) => specification(interval, { dayOfWeek: days }));
}

const specialSchema = ({ from, to, intervals, reason }: SpecialDays): object[] =>
  orClosed(intervals).map((interval) =>
    specification(interval, { validFrom: from, validThrough: to, ...(reason && { description: reason }) }),
  );

const orClosed = (intervals: readonly Interval[]) => (intervals.length === 0 ? [CLOSED] : intervals);

/** A closing time before the opening time is on the next day. 24 hours are a minute less, because equal times mean closed. */
const specification = ([from, to]: Interval, on: object): object => ({
  '@type': 'OpeningHoursSpecification',
  ...on,
  opens: time(from),
  closes: time(to - from === DAY_MINUTES ? to - 1 : to),
});

function time(minutes: number): string {
  const inDay = minutes % DAY_MINUTES;
  return [Math.floor(inDay / 60), inDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
