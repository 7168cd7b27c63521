import { separateSpecialDays } from './special-days.ts';
import { dateOf, dayOf, type Hours, type Interval, intervalsOn, type SpecialDays, weekdayOf } from './times.ts';

// Opening hours in the syntax of OpenStreetMap's key opening_hours.
// https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification

/** The maximum length of a value in OpenStreetMap. */
export const OSM_LENGTH_MAX = 255;

const DAY_MINUTES = 1_440;
const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const CLOSED = 'off';

/** The last date with a year of four digits. */
const LAST_DATE = '9999-12-31';

/** Hours in OpenStreetMap's syntax. `leftOut` counts the special days, by entry, that do not fit into its length. */
interface OsmHours {
  text: string;
  leftOut: number;
}

/**
 * `hours` for OpenStreetMap, such as 'Mo-Th 11:30-14:30,18:00-22:00; Fr-Sa 12:00-23:00; Su off; 2026 Dec 24-26 off "Christmas"'.
 * Special days before `today` ('2026-11-23') are not in it. Where it would be too long, reasons are left out, and then the latest
 * special days.
 */
export function osmHours(hours: Hours, today: string): OsmHours {
  const special = separateSpecialDays(hours.special).filter(({ to }) => to >= today);
  if (special.length === 0 && hours.weekly.every((intervals) => timesOf(intervals) === '00:00-24:00')) {
    return { text: '24/7', leftOut: 0 };
  }
  const rulesWith = (hasReasons: boolean) => [
    weeklyRules(hours.weekly),
    ...special.map((days) => specialRules(hours, days, hasReasons)),
  ];
  const isTooLong = (rules: string[]) => rules.join('; ').length > OSM_LENGTH_MAX;
  let rules = rulesWith(true);
  if (isTooLong(rules)) rules = rulesWith(false);
  while (rules.length > 1 && isTooLong(rules)) rules.pop();
  return { text: rules.join('; '), leftOut: special.length + 1 - rules.length };
}

function weeklyRules(weekly: Hours['weekly']): string {
  const weekdays = new Map<string, number[]>();
  for (const [weekday, intervals] of weekly.entries()) {
    const times = timesOf(intervals);
    weekdays.set(times, [...(weekdays.get(times) ?? []), weekday]);
  }
  const closedOn = weekdays.get(CLOSED);
  weekdays.delete(CLOSED);
  const open = [...weekdays].map(([times, on]) => `${weekdaysInOsm(on)} ${times}`);
  const closed = closedOn ? [`${weekdaysInOsm(closedOn)} ${CLOSED}`] : [];
  // After ';', a rule replaces all hours of its days, also those after midnight of the day before. After ',', it adds to them.
  const runsPastMidnight = weekly.some((intervals) => tailOf(intervals) > 0);
  return runsPastMidnight ? [...closed, open.join(', ')].join('; ') : [...open, ...closed].join('; ');
}

/** The rules for `days`, and for the day after them where last night's hours are others than in other weeks. */
function specialRules(hours: Hours, days: SpecialDays, hasReasons: boolean): string {
  const [first, last] = [dayOf(days.from), dayOf(days.to)];
  const tailBefore = (day: number) => tailOf(intervalsOn(hours, day - 1));
  const onDay = (day: number) =>
    `${dateInOsm(dateOf(day))} ${timesOf(withTail(intervalsOn(hours, day), tailBefore(day)))}`;
  const reason = hasReasons ? days.reason?.replace(/\s+/g, ' ').replaceAll('"', "'") : undefined;
  const withReason = (rule: string) =>
    reason ? `${rule}${days.intervals.length === 0 ? '' : ' open'} "${reason}"` : rule;
  const rules: string[] = [];
  if (first < last || tailBefore(first) === 0) rules.push(withReason(`${rangeInOsm(days)} ${timesOf(days.intervals)}`));
  if (tailBefore(first) > 0) rules.push(days.intervals.length === 0 ? onDay(first) : withReason(onDay(first)));
  const next = dateOf(last + 1);
  const isNextSpecial = hours.special.some(({ from, to }) => from <= next && next <= to);
  // Programs take the weekday's hours after midnight for those of the next day, also where the weekday's rule was replaced.
  const isNextWrong = !isNextSpecial && tailOf(hours.weekly[weekdayOf(last)] ?? []) > tailOf(days.intervals);
  if (isNextWrong && days.to !== LAST_DATE) rules.push(onDay(last + 1));
  return rules.join('; ');
}

/** How many minutes of `intervals` are after midnight. */
const tailOf = (intervals: readonly Interval[]): number => Math.max(0, ...intervals.map(([, to]) => to - DAY_MINUTES));

/** `intervals` of a day on which it is open until `tail` from the night before. */
function withTail(intervals: readonly Interval[], tail: number): readonly Interval[] {
  if (tail === 0) return intervals;
  const later = intervals.filter(([from]) => from > tail);
  const end = Math.max(tail, ...intervals.filter(([from]) => from <= tail).map(([, to]) => to));
  return [[0, end], ...later];
}

const timesOf = (intervals: readonly Interval[]): string => intervals.map(timeSpan).join(',') || CLOSED;

function timeSpan([from, to]: Interval): string {
  // A whole day ends at 34:00 if it begins at 10:00: '10:00-10:00' might be no time at all.
  const end = to > DAY_MINUTES && to - from < DAY_MINUTES ? to - DAY_MINUTES : to;
  return `${time(from)}-${time(end)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const time = (minutes: number): string => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

/** Weekdays in order as 'Mo,We-Fr'. */
function weekdaysInOsm(weekdays: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const weekday of weekdays) {
    const run = runs.at(-1);
    if (run?.[1] === weekday - 1) run[1] = weekday;
    else runs.push([weekday, weekday]);
  }
  return runs.map((run) => [...new Set(run)].map((weekday) => WEEKDAYS[weekday]).join('-')).join(',');
}

/** A date as '2026 Dec 24'. */
function dateInOsm(date: string): string {
  const [year, month, day] = date.split('-');
  return `${year} ${MONTHS[Number(month) - 1]} ${day}`;
}

/** Days as '2026 Dec 24', '2026 Dec 24-26' or '2026 Nov 30-2026 Dec 02'. */
function rangeInOsm({ from, to }: SpecialDays): string {
  if (from === to) return dateInOsm(from);
  const isSameMonth = from.slice(0, -2) === to.slice(0, -2);
  return `${dateInOsm(from)}-${isSameMonth ? to.slice(-2) : dateInOsm(to)}`;
}
