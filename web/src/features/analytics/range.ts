import { type DayRange, dayRange } from '@tavola/contracts/analytics.ts';
import { DAYS_KEPT } from '@tavola/contracts/rules/visits.ts';
import { addDays } from './days.ts';

/** Preset ranges in days; each ends today. */
const PRESETS = { today: 1, '7-days': 7, '30-days': 30, '90-days': 90 } as const;
type Preset = keyof typeof PRESETS;
const DEFAULT: Preset = '30-days';

/** The chosen range: a preset or custom days. */
export type RangeChoice = { preset: Preset } | { preset: 'custom'; days: DayRange };

/** Reads the choice from an address' query; falls back to the default. */
export function choiceOf(query: URLSearchParams): RangeChoice {
  const days = dayRange.safeParse({ from: query.get('from'), to: query.get('to') });
  if (days.success) return { preset: 'custom', days: days.data };
  const preset = query.get('range') ?? '';
  return { preset: Object.hasOwn(PRESETS, preset) ? (preset as Preset) : DEFAULT };
}

/** The query string for a choice. */
export function queryOf(choice: RangeChoice): URLSearchParams {
  if (choice.preset === 'custom') return new URLSearchParams(choice.days);
  return new URLSearchParams(choice.preset === DEFAULT ? {} : { range: choice.preset });
}

/** The days of a choice, as of today. */
export function daysOf(choice: RangeChoice, today: string): DayRange {
  if (choice.preset === 'custom') return choice.days;
  return { from: addDays(today, 1 - PRESETS[choice.preset]), to: today };
}

/** Validates typed days: error messages by field. */
export function refusalOf(typed: DayRange, today: string): Partial<Record<keyof DayRange, string>> {
  const { error } = dayRange.safeParse(typed);
  const refusal: Partial<Record<keyof DayRange, string>> = {};
  for (const { path, message } of error?.issues ?? []) refusal[path[0] === 'to' ? 'to' : 'from'] ??= message;
  if (!error && typed.to > today) refusal.to = "“To” can't be after today.";
  return refusal;
}

/** Whether the visits of `day` are still kept by day, and not added up by month. */
export const isKeptByDay = (day: string, today: string): boolean =>
  day.slice(0, 7) >= addDays(today, -DAYS_KEPT).slice(0, 7);
