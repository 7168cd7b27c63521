import { dayOf, separateSpecialDays } from '@tavola/contracts/rules/special-days.ts';
import {
  dateOf,
  type Hours,
  type Interval,
  localDay,
  type SpecialDays,
  weekdayOf,
} from '@tavola/contracts/rules/times.ts';
import { Fragment } from 'react';
import { dayAndMonth, dayName, timeOfDay } from '../hours-in-words.ts';
import { usePageWords } from '../words/page-words.ts';

/** Special days are listed this many days ahead. */
const AHEAD_DAYS = 14;

export const HOURS_ID = 'hours';

export interface MenuHoursProps {
  hours: Hours;
  timeZone: string;
  now: number;
}

/** The week's opening hours below the menu, and the special days of the next two weeks. */
export function MenuHours({ hours, timeZone, now }: MenuHoursProps) {
  const { say, own, locale } = usePageWords();
  const today = localDay(now, timeZone);
  const inWords = (ends: Interval) => ends.map((minutes) => timeOfDay(minutes, locale)).join('–');
  const soon = separateSpecialDays(hours.special).filter(
    ({ from, to }) => from <= dateOf(today + AHEAD_DAYS) && to >= dateOf(today),
  );
  const dateInWords = (date: string) => dayAndMonth(dayOf(date), locale);
  const rows = [
    ...hours.weekly.map((intervals, weekday) => ({
      name: dayName(weekday, locale),
      intervals,
      reason: undefined,
      isToday: weekday === weekdayOf(today),
    })),
    ...soon.map(({ from, to, intervals, reason }: SpecialDays) => ({
      name: from === to ? dateInWords(from) : `${dateInWords(from)}–${dateInWords(to)}`,
      intervals,
      reason,
      isToday: false,
    })),
  ];
  return (
    <section
      id={HOURS_ID}
      tabIndex={-1}
      {...own}
      className="mx-auto w-full max-w-5xl px-5 pb-10 outline-none sm:px-8 print:max-w-none print:break-inside-avoid print:px-0 print:pt-4 print:pb-0"
    >
      <h2 className="display border-t border-line pt-6 text-xl print:pt-3 print:text-base">{say('hours')}</h2>
      <dl className="mt-3 grid max-w-md grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm print:text-xs">
        {rows.map(({ name, intervals, reason, isToday }) => (
          <div key={name} className={isToday ? 'contents font-semibold' : 'contents'}>
            <dt>{name}</dt>
            <dd className="tabular-nums">
              {intervals.length === 0
                ? say('closed')
                : intervals.map((interval, index) => (
                    <Fragment key={interval[0]}>
                      {index > 0 && ' '}
                      {/* Lines break between intervals only. */}
                      <span className="inline-block">
                        {inWords(interval)}
                        {index < intervals.length - 1 && ','}
                      </span>
                    </Fragment>
                  ))}
              {reason && (
                <span dir="auto" className="block wrap-anywhere text-ink-muted">
                  {reason}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
