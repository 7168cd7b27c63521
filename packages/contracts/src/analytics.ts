import { z } from 'zod';
import { asField } from './field-kind.ts';
import { ID_MAX, uuid } from './fields.ts';
import { CODE_ID_PATTERN, DAYS_KEPT, OPENED_MAX, SEEN_MAX, VIEW_SECONDS_MAX } from './rules/visits.ts';

/** The line under a card, such as "+12% from last month"; null until there is a full earlier period. */
const change = z.string().nullable();

/**
 * GET /api/dashboard/stats; `avgViewTime` is text such as "2m 30s"; `totalScans` counts today, in the restaurant's time
 * zone.
 */
export const dashboardStats = z.object({
  totalViews: z.int(),
  totalItems: z.int(),
  totalScans: z.int(),
  /** Whether a code was ever scanned. */
  hasScans: z.boolean(),
  avgViewTime: z.string(),
  changes: z.object({ totalViews: change, totalItems: change, totalScans: change, avgViewTime: change }),
});
export type DashboardStats = z.infer<typeof dashboardStats>;

/** The id of a printed code, as in its link. */
export const codeId = asField(
  'printed-code',
  z
    .string({ error: 'The code must be text.' })
    .regex(CODE_ID_PATTERN, { error: 'The code can only have lowercase letters and digits.' }),
);

const isItemId = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= ID_MAX;

/** Item ids without duplicates. The list gets a single error message, however many entries are wrong. */
const itemIds = (label: string, max: number) =>
  asField(
    'item-ids',
    z
      .array(z.unknown(), { error: `${label} must be a list.` })
      .max(max, { error: `${label} can name at most ${max} items.`, abort: true })
      .refine((ids) => ids.every(isItemId), { error: `${label} must be positive whole numbers.`, abort: true })
      .transform((ids) => [...new Set(ids as number[])])
      .meta({ items: { type: 'integer', minimum: 1, maximum: ID_MAX } }),
  );

/**
 * POST /api/public/visits: one visit to a menu, sent by the page when it is left. `source` is the code that led to it;
 * `seen` and `opened` are item ids.
 */
export const visitInput = z.object({
  tenantId: uuid,
  seconds: asField(
    'seconds',
    z
      .number({ error: 'Seconds must be a number.' })
      .min(0, { error: "Seconds can't be negative." })
      .transform((value) => Math.min(Math.round(value), VIEW_SECONDS_MAX)),
  ),
  source: codeId.optional(),
  seen: itemIds('Seen', SEEN_MAX).optional(),
  opened: itemIds('Opened', OPENED_MAX).optional(),
});
export type VisitInput = z.infer<typeof visitInput>;

/** Most days in one analytics range. */
const RANGE_DAYS_MAX = DAYS_KEPT;

/** A day in the restaurant's time zone, such as `2026-11-20`. */
const day = (label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .regex(/^2/, { error: `${label} must be a day such as 2026-11-20.` })
    .pipe(z.iso.date({ error: `${label} must be a day such as 2026-11-20.` }))
    .meta({ format: 'date' });

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/**
 * The query of GET /api/analytics and GET /api/analytics/export.csv; both days are included. `to` defaults to today,
 * `from` to a range of 30 days.
 */
export const analyticsQuery = z.object({ from: day('From').optional(), to: day('To').optional() });
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

/** A range of days, both included. */
export const dayRange = z
  .object({ from: day('From'), to: day('To') })
  .refine(({ from, to }) => from <= to, { error: "From can't be after To.", path: ['from'], abort: true })
  .refine(({ from, to }) => daysBetween(from, to) <= RANGE_DAYS_MAX, {
    error: `The range can be at most ${RANGE_DAYS_MAX} days long.`,
    path: ['from'],
  });
export type DayRange = z.infer<typeof dayRange>;

const totals = z.object({ views: z.int(), scans: z.int(), visitors: z.int(), averageSeconds: z.int() });
export type Totals = z.infer<typeof totals>;

/** Items in a ranking. */
export const RANKED_ITEMS = 50;

/** GET /api/analytics */
export const analytics = z.object({
  range: z.object({ from: z.string(), to: z.string() }),
  /** The restaurant's time zone; all days and hours are in it. */
  timeZone: z.string(),
  /** Whether anything was ever counted for this restaurant, in any range. */
  hasData: z.boolean(),
  totals,
  /**
   * The totals of the same number of days before; if the last day is today, up to the same time of day. Null unless
   * counting started before that period, and if that has parts of months that are kept as a whole.
   */
  before: totals.nullable(),
  /** Every day of the range, also those without visits. Months that ended over 13 months ago are kept as a whole, on their first day. */
  days: z.array(z.object({ day: z.string(), views: z.int(), scans: z.int(), visitors: z.int() })),
  /** Every hour of the week, Monday (1) to Sunday (7), added up over the days of the range that are kept one by one. */
  hours: z.array(z.object({ weekday: z.int(), hour: z.int(), views: z.int(), scans: z.int() })),
  /** The 50 items opened most and the 50 seen most, most opened first, including deleted ones. */
  items: z.array(z.object({ itemId: z.int(), seen: z.int(), opened: z.int() })),
  /** By code, most views first; null stands for visits without a code, and by codes beyond the 1,000 scanned most. */
  sources: z.array(z.object({ codeId: z.string().nullable(), views: z.int(), scans: z.int() })),
});
export type Analytics = z.infer<typeof analytics>;
