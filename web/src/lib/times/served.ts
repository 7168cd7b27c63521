import type { Daypart } from '@tavola/contracts/dayparts.ts';
import type { Category } from '@tavola/contracts/menu.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { openSpans, type Span } from '@tavola/contracts/rules/times.ts';
import { z } from 'zod';

// When a category or an item is served, in forms and in words.

/**
 * When something is served, as a form has it. `default`: an item like its category, a category all the time. `dayparts`: only in
 * those of `ids`.
 */
export interface Served {
  mode: 'default' | 'always' | 'dayparts';
  ids: number[];
}

/** `dayparts` of an item as a form has them. */
export const itemServed = (dayparts: readonly number[] | undefined): Served => ({
  mode: dayparts === undefined ? 'default' : dayparts.length === 0 ? 'always' : 'dayparts',
  ids: [...(dayparts ?? [])],
});

/** `dayparts` of a category as a form has them. */
export const categoryServed = (dayparts: readonly number[] = []): Served => ({
  mode: dayparts.length === 0 ? 'default' : 'dayparts',
  ids: [...dayparts],
});

/** A form's field for when something is served. It becomes what the API takes. */
export const servedField = z
  .object({ mode: z.enum(['default', 'always', 'dayparts']), ids: z.array(z.number()) })
  .refine(({ mode, ids }) => mode !== 'dayparts' || ids.length > 0, { error: 'Choose at least one menu time.' })
  .transform(({ mode, ids }): number[] | null | undefined =>
    mode === 'default' ? null : mode === 'always' ? [] : ids,
  );

/** The form's field for each error that the API reports for one of the dayparts; for `applyServerErrors`. */
export const SERVED_ERRORS = Object.fromEntries(
  Array.from({ length: QUOTAS.dayparts.most }, (_, index) => [`dayparts.${index}`, 'dayparts'] as const),
);

/** The names of the dayparts `ids`, in the order of `dayparts`; one that was deleted has none. */
export const daypartNames = (ids: readonly number[], dayparts: readonly Daypart[]): string[] =>
  dayparts.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));

/** 'Lunch, Brunch only'; 'All the time' where there are no `names`. */
export const servedInWords = (names: readonly string[]): string =>
  names.length === 0 ? 'All the time' : `${names.join(', ')} only`;

/** When a category is served, in words; undefined where it is served all the time, or its dayparts are not known. */
export function categoryServedInWords(
  { dayparts: ids = [] }: Pick<Category, 'dayparts'>,
  dayparts: readonly Daypart[] | undefined,
): string | undefined {
  const names = daypartNames(ids, dayparts ?? []);
  return names.length > 0 ? servedInWords(names) : undefined;
}

/** How far ahead dayparts are compared, in days. */
const AHEAD_DAYS = 60;

/** The pairs of `dayparts` that are on at the same time at some point of the next 60 days from `now`. */
export function overlaps(dayparts: readonly Daypart[], zone: string, now: number): [Daypart, Daypart][] {
  const all = withSpans(dayparts, zone, now);
  return all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter((other) => meet(one.spans, other.spans))
      .map((other): [Daypart, Daypart] => [one.daypart, other.daypart]),
  );
}

/**
 * Those of the dayparts `offers` that are on in the next 60 days from `now`, but never together with one of `served`. What is served
 * all the time has no `served`.
 */
export function outside(offers: readonly Daypart[], served: readonly Daypart[], zone: string, now: number): Daypart[] {
  if (served.length === 0) return [];
  const times = withSpans(served, zone, now).flatMap(({ spans }) => spans);
  return withSpans(offers, zone, now)
    .filter(({ spans }) => spans.length > 0 && !meet(spans, times))
    .map(({ daypart }) => daypart);
}

/** The active ones of `dayparts` with the times at which they are on. */
const withSpans = (dayparts: readonly Daypart[], zone: string, now: number) =>
  dayparts
    .filter(({ isActive }) => isActive)
    .map((daypart) => ({ daypart, spans: openSpans(daypart, zone, now, AHEAD_DAYS) }));

/** Whether some of `spans` and of `others` are on at the same time. */
const meet = (spans: readonly Span[], others: readonly Span[]): boolean =>
  spans.some(([start, end]) => others.some(([from, to]) => start < to && from < end));
