import { type Analytics, type DayRange, RANKED_ITEMS } from '@tavola/contracts/analytics.ts';
import { type Pool, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { Prisma } from '../generated/client.ts';
import { dayStart, keptFrom } from '../tenant/day-start.ts';

/** When the date `day` begins, in SQL. */
const startOf = (day: string) => Prisma.raw(dayStart(`(${day})::timestamp`, 'zone'));

const KEPT_FROM = Prisma.raw(keptFrom('now', 'zone'));

/** Whether no month that is kept as a whole has days both before `day` and from it on, in SQL. */
const splitsNoMonth = (day: string) => Prisma.raw(`((${day}) >= kept_from OR extract(day FROM (${day})) = 1)`);

/** Most codes listed, those scanned most: only codes that the restaurant has can be scanned, and others can be made up. */
const CODES = 1_000;

/** The figures of one tenant for a range of days, read in one snapshot. */
export type Figures = Omit<Analytics, 'range' | 'timeZone'>;

/** The 30 days up to `to`, by default up to today in `timeZone`. */
export const lastDays = (
  pool: Pool,
  tenantId: string,
  timeZone: string,
  now: Date,
  to: string | undefined,
): Promise<DayRange> =>
  readRowAsTenant<DayRange>(
    pool,
    tenantId,
    Prisma.sql`SELECT "to"::text, ("to" - 29)::text AS "from"
        FROM (SELECT coalesce(${to ?? null}::date,
                              (${now.toISOString()}::timestamptz AT TIME ZONE ${timeZone})::date) AS "to") AS days`,
  );

/** Reads the figures of `tenantId` in `range`; days are in `timeZone`. */
export async function readFigures(
  pool: Pool,
  tenantId: string,
  timeZone: string,
  { from, to }: DayRange,
  now: Date,
): Promise<Figures> {
  const row = await readRowAsTenant<{ figures: Figures }>(
    pool,
    tenantId,
    Prisma.sql`
    WITH asked AS (
      SELECT ${timeZone} AS zone, ${from}::date AS from_day, ${to}::date AS to_day,
             ${to}::date - ${from}::date + 1 AS length, ${now.toISOString()}::timestamptz AS now
    ), span AS (
      SELECT *, ${startOf('from_day')} AS starts, ${startOf('to_day + 1')} AS ends,
             ${startOf('from_day - length')} AS before_starts, ${KEPT_FROM} AS kept_from,
             (now AT TIME ZONE zone - length * interval '1 day') AT TIME ZONE zone AS now_before
      FROM asked
    ), counted AS MATERIALIZED (
      SELECT quarter AT TIME ZONE zone AS local, views, view_seconds, scans, visitors
      FROM quarter_tally, span
      WHERE tenant_id = current_setting('app.tenant_id')::uuid AND quarter >= starts AND quarter < ends
    ), totals AS (
      SELECT coalesce(sum(views), 0) AS views, coalesce(sum(scans), 0) AS scans, coalesce(sum(visitors), 0) AS visitors,
             coalesce(round(sum(view_seconds) / nullif(sum(views), 0)), 0) AS "averageSeconds"
      FROM counted
    ), before AS (
      SELECT coalesce(sum(views), 0) AS views, coalesce(sum(scans), 0) AS scans, coalesce(sum(visitors), 0) AS visitors,
             coalesce(round(sum(view_seconds) / nullif(sum(views), 0)), 0) AS "averageSeconds"
      FROM quarter_tally, span
      WHERE tenant_id = current_setting('app.tenant_id')::uuid AND quarter >= before_starts
        AND quarter < CASE WHEN now < ends THEN least(now_before, starts) ELSE starts END
    ), days AS (
      SELECT day::date::text, coalesce(sum(views), 0) AS views, coalesce(sum(scans), 0) AS scans,
             coalesce(sum(visitors), 0) AS visitors
      FROM span
      CROSS JOIN generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') AS day
      LEFT JOIN (SELECT date_trunc('day', local) AS day, sum(views) AS views, sum(scans) AS scans, sum(visitors) AS visitors
                 FROM counted GROUP BY 1) AS sums USING (day)
      GROUP BY day ORDER BY day
    ), hours AS (
      SELECT weekday, hour, coalesce(views, 0) AS views, coalesce(scans, 0) AS scans
      FROM generate_series(1, 7) AS weekday
      CROSS JOIN generate_series(0, 23) AS hour
      LEFT JOIN (SELECT extract(isodow FROM local)::int AS weekday, extract(hour FROM local)::int AS hour,
                        sum(views) AS views, sum(scans) AS scans
                 FROM counted, span WHERE local >= kept_from GROUP BY 1, 2) AS sums USING (weekday, hour)
      ORDER BY weekday, hour
    ), ranked_items AS (
      SELECT item_id AS "itemId", sum(seen) AS seen, sum(opened) AS opened,
             row_number() OVER (ORDER BY sum(opened) DESC, sum(seen) DESC, item_id) AS by_opened,
             row_number() OVER (ORDER BY sum(seen) DESC, sum(opened) DESC, item_id) AS by_seen
      FROM item_tally, asked
      WHERE tenant_id = current_setting('app.tenant_id')::uuid AND day BETWEEN from_day AND to_day
      GROUP BY item_id
    ), items AS (
      SELECT "itemId", seen, opened FROM ranked_items
      WHERE least(by_opened, by_seen) <= ${RANKED_ITEMS} ORDER BY by_opened
    ), codes AS (
      SELECT code_id AS "codeId", sum(views) AS views, sum(scans) AS scans
      FROM code_tally, asked
      WHERE tenant_id = current_setting('app.tenant_id')::uuid AND day BETWEEN from_day AND to_day
      GROUP BY code_id ORDER BY sum(scans) DESC, sum(views) DESC, code_id LIMIT ${CODES}
    ), no_code AS (
      SELECT NULL::text AS "codeId",
             greatest(totals.views - coalesce((SELECT sum(views) FROM codes), 0), 0) AS views,
             greatest(totals.scans - coalesce((SELECT sum(scans) FROM codes), 0), 0) AS scans
      FROM totals
    ), sources AS (
      SELECT * FROM codes UNION ALL SELECT * FROM no_code WHERE views > 0 OR scans > 0
      ORDER BY views DESC, scans DESC, "codeId"
    )
    SELECT json_build_object(
      'hasData', EXISTS (SELECT FROM quarter_tally WHERE tenant_id = current_setting('app.tenant_id')::uuid),
      'totals', (SELECT to_json(totals) FROM totals),
      'before', (SELECT to_json(before) FROM before, span
                 WHERE ${splitsNoMonth('from_day - length')} AND ${splitsNoMonth('from_day')}
                   AND EXISTS (SELECT FROM quarter_tally
                               WHERE tenant_id = current_setting('app.tenant_id')::uuid AND quarter < before_starts)),
      'days', (SELECT json_agg(days) FROM days),
      'hours', (SELECT json_agg(hours) FROM hours),
      'items', (SELECT coalesce(json_agg(items), '[]') FROM items),
      'sources', (SELECT coalesce(json_agg(sources), '[]') FROM sources)
    ) AS figures`,
  );
  return row.figures;
}
