import type { Analytics } from '@tavola/contracts/analytics.ts';
import { dayText, fullDayText, hourText, rangeText, weekdayOf, wholeHourText } from './days.ts';

/** How a figure has changed. */
export interface Change {
  direction: 'up' | 'down' | 'same';
  text: string;
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', signDisplay: 'always' });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** A number in compact form, as in '1.2K'. */
export const compactCount = (value: number): string => compact.format(value);

/** A duration: '45s', '2m 30s', '1h 5m'. */
export function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** The change from `before` to `now`, as in '+12% from 1,104'; `write` formats the number. */
export function changeOf(now: number, before: number, write: (value: number) => string): Change {
  const from = `from ${write(before)}`;
  if (now === before) return { direction: 'same', text: `Same as before` };
  const direction = now > before ? 'up' : 'down';
  // There is no percentage of zero.
  if (before === 0) return { direction, text: from };
  const share = (now - before) / before;
  if (Math.abs(share) < 0.005) return { direction: 'same', text: `About the same, ${from}` };
  return { direction, text: `${percent.format(share)} ${from}` };
}

/** One point of the chart: a day, or an hour if the range is a single day. */
export interface ChartPoint {
  key: string;
  /** Axis label. */
  label: string;
  /** Full name, for use outside the axis. */
  name: string;
  /** `null`: in the future. */
  views: number | null;
  scans: number | null;
  visitors: number | null;
  /** Whether the period is not over yet, so that its figures are incomplete. */
  isGoingOn: boolean;
}

/** The chart's points. `now` is the restaurant's local time. */
export function chartPoints({ range, days, hours }: Analytics, now: { day: string; hour: number }): ChartPoint[] {
  if (range.from !== range.to) {
    return days.map(({ day, ...figures }) => {
      const isGoingOn = day === now.day;
      const name = isGoingOn ? `${fullDayText(day)}, so far` : fullDayText(day);
      return { key: day, label: dayText(day), name, ...figures, isGoingOn };
    });
  }
  const hourNow = range.to === now.day ? now.hour : undefined;
  const weekday = weekdayOf(range.from);
  const ofTheDay = new Map(hours.filter((one) => one.weekday === weekday).map((one) => [one.hour, one]));
  return HOURS.map((hour) => {
    const isToCome = hourNow !== undefined && hour > hourNow;
    const { views = 0, scans = 0 } = ofTheDay.get(hour) ?? {};
    return {
      key: String(hour),
      label: hourText(hour),
      name: hour === hourNow ? `${wholeHourText(hour)}, so far` : wholeHourText(hour),
      views: isToCome ? null : views,
      scans: isToCome ? null : scans,
      // A visitor who reads in two hours counts in both, so the hours have no sum.
      visitors: null,
      isGoingOn: hour === hourNow,
    };
  });
}

/** Above this many days, the chart shows weeks. */
const DAYS_APART = 120;

/** The points to draw: for long ranges, the average day of each week. A day that is not over would lower the average. */
export function byWeek(points: readonly ChartPoint[]): readonly ChartPoint[] {
  if (points.length <= DAYS_APART) return points;
  const days = points.filter(({ isGoingOn }) => !isGoingOn);
  const weeks: ChartPoint[] = [];
  // From the last day back; leftover days join the first week.
  for (let end = days.length; end > 0; ) {
    const start = end < 14 ? 0 : end - 7;
    weeks.unshift(averageDay(days.slice(start, end)));
    end = start;
  }
  return weeks;
}

function averageDay(days: readonly ChartPoint[]): ChartPoint {
  const average = (key: 'views' | 'scans' | 'visitors') =>
    Math.round((days.reduce((sum, day) => sum + (day[key] ?? 0), 0) / days.length) * 10) / 10;
  const [from, to] = [days[0]?.key ?? '', days.at(-1)?.key ?? ''];
  return {
    key: from,
    label: dayText(from),
    name: `${rangeText({ from, to })}, a day`,
    views: average('views'),
    scans: average('scans'),
    visitors: average('visitors'),
    isGoingOn: false,
  };
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

export interface WeekHour {
  weekday: number;
  hour: number;
  views: number;
  /** How busy, from 0 (no views) to 5. */
  level: number;
}

/** The hours of the week by `weekday-hour`, and the busiest one, if there were any views. */
export function weekHours(hours: Analytics['hours']): { byKey: Map<string, WeekHour>; busiest: WeekHour | undefined } {
  const most = Math.max(0, ...hours.map(({ views }) => views));
  const leveled = hours.map(({ weekday, hour, views }) => ({
    weekday,
    hour,
    views,
    level: most === 0 ? 0 : Math.ceil((views / most) * LEVELS),
  }));
  return {
    byKey: new Map(leveled.map((one) => [`${one.weekday}-${one.hour}`, one])),
    busiest: most === 0 ? undefined : leveled.find(({ views }) => views === most),
  };
}
const LEVELS = 5;
