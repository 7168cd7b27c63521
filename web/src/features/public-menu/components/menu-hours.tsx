import { separateSpecialDays } from '@tavola/contracts/rules/special-days.ts';
import {
  DAY_MS,
  dateOf,
  dayOf,
  type Hours,
  type Interval,
  localDay,
  MINUTE_MS,
  type SpecialDays,
  specialOn,
  weekdayOf,
} from '@tavola/contracts/rules/times.ts';
import { Fragment, type ReactNode } from 'react';
import { dayAndMonth, dayName, timeOfDay } from '../hours-in-words.ts';
import type { ShownDaypart } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

/** Special days are listed this many days ahead. */
const AHEAD_DAYS = 14;

export const HOURS_ID = 'hours';

interface MenuHoursProps {
  hours: Hours | undefined;
  dayparts: readonly ShownDaypart[] | undefined;
  timeZone: string;
  now: number;
}

/** The week's opening hours and the times of dayparts, below the menu. */
export function MenuHours({ hours, dayparts = [], timeZone, now }: MenuHoursProps) {
  const { say, own, base } = usePageWords();
  if (!hours && dayparts.length === 0) return null;
  return (
    <section
      id={HOURS_ID}
      tabIndex={-1}
      className="mx-auto w-full max-w-5xl px-5 pb-10 outline-none sm:px-8 print:max-w-none print:px-0 print:pt-4 print:pb-0"
    >
      <div className="grid gap-x-14 gap-y-6 border-t border-line pt-6 md:grid-cols-2 print:pt-3">
        {hours && (
          <Week hours={hours} timeZone={timeZone} now={now}>
            <span {...own}>{say('hours')}</span>
          </Week>
        )}
        {dayparts.map((daypart) => (
          <Week key={daypart.id} hours={daypart} timeZone={timeZone} now={now} isBrief>
            <bdi lang={daypart.untranslated && base}>{daypart.name}</bdi>
          </Week>
        ))}
      </div>
    </section>
  );
}

interface WeekProps {
  hours: Hours;
  timeZone: string;
  now: number;
  /** Whether equal days in a row are one, and days without times are left out. */
  isBrief?: boolean;
  /** The heading. */
  children: ReactNode;
}

/** A week of times, and the special days of the next two weeks. */
function Week({ hours, timeZone, now, isBrief = false, children }: WeekProps) {
  const { say, own, locale, base } = usePageWords();
  const today = localDay(now, timeZone);
  const isWhole = ([from, to]: Interval) => (to - from) * MINUTE_MS === DAY_MS;
  // '10 AM–10 AM' is all day only where the day before was, too.
  const neverEnds = hours.weekly.every((intervals) => intervals.some(isWhole));
  const inWords = (interval: Interval) => {
    const [from, to] = interval;
    if (isWhole(interval) && (from === 0 || neverEnds)) return say(isBrief ? 'allDay' : 'alwaysOpen');
    return `${timeOfDay(from, locale)}–${to * MINUTE_MS === DAY_MS ? say('midnight') : timeOfDay(to, locale)}`;
  };
  const soon = separateSpecialDays(hours.special).filter(
    ({ from, to }) => from <= dateOf(today + AHEAD_DAYS) && to >= dateOf(today),
  );
  const isSpecial = specialOn(hours, today) !== undefined;
  const dateInWords = (date: string) => dayAndMonth(dayOf(date), locale);
  const rows = [
    ...daysInARow(hours, isBrief).map(([first, last]) => ({
      name: [...new Set([first, last])].map((weekday) => dayName(weekday, locale)).join('–'),
      intervals: hours.weekly[first] ?? [],
      reason: undefined,
      isToday: !isSpecial && first <= weekdayOf(today) && weekdayOf(today) <= last,
    })),
    ...soon.map(({ from, to, intervals, reason }: SpecialDays) => ({
      name: from === to ? dateInWords(from) : `${dateInWords(from)}–${dateInWords(to)}`,
      intervals,
      reason,
      isToday: from <= dateOf(today),
    })),
  ];
  return (
    <div className="@container print:break-inside-avoid">
      <h2 className="display text-xl print:text-base">{children}</h2>
      <dl
        {...own}
        className="mt-3 grid max-w-md grid-cols-[minmax(0,auto)_minmax(0,1fr)] @max-[15rem]:grid-cols-1 gap-x-6 gap-y-1.5 text-sm print:text-xs"
      >
        {rows.map(({ name, intervals, reason, isToday }) => (
          <div key={name} className={isToday ? 'contents font-semibold' : 'contents'}>
            <dt>{name}</dt>
            <dd className="tabular-nums">
              {intervals.length === 0 ? (
                <span>{say('closed')}</span>
              ) : (
                intervals.map((interval, index) => (
                  <Fragment key={interval[0]}>
                    {index > 0 && ' '}
                    {/* Lines break between intervals only. */}
                    <span className="inline-block">
                      {inWords(interval) + (index < intervals.length - 1 ? ',' : '')}
                    </span>
                  </Fragment>
                ))
              )}
              {reason && (
                // Reasons are not translated.
                <span dir="auto" lang={base} className="block wrap-anywhere text-ink-muted">
                  {reason}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The first and the last weekday of each row; if `isBrief`, of equal days in a row that have times. */
function daysInARow({ weekly }: Hours, isBrief: boolean): [number, number][] {
  const rows: [number, number][] = [];
  for (const [weekday, intervals] of weekly.entries()) {
    const before = rows.at(-1);
    if (isBrief && before?.[1] === weekday - 1 && String(weekly[before[0]]) === String(intervals)) before[1] = weekday;
    else if (!isBrief || intervals.length > 0) rows.push([weekday, weekday]);
  }
  return rows;
}
