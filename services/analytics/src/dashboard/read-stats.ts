import { type Pool, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { Prisma } from '../generated/client.ts';
import { dayStart } from '../tenant/day-start.ts';

/** Two consecutive periods of equal length; `before` is null unless counting began before that period. */
interface Compared {
  now: number;
  before: number | null;
}

/** The figures of a tenant. */
export interface Stats {
  totalViews: number;
  averageSeconds: number;
  hasScans: boolean;
  /** Today, and yesterday up to this time of day. */
  scans: Compared;
  /** The last 30 days, and the 30 before. */
  views: Compared;
  /** Average seconds in the same periods; null without views. */
  viewTime: { now: number | null; before: number | null };
}

const TODAY = Prisma.raw(dayStart(`date_trunc('day', local_now)`, 'zone'));
const YESTERDAY = Prisma.raw(dayStart(`date_trunc('day', local_now) - interval '1 day'`, 'zone'));

/** Reads the figures of `tenantId`; days are in `timeZone`. */
export const readStats = (pool: Pool, tenantId: string, timeZone: string, now: Date): Promise<Stats> =>
  readRowAsTenant<Stats>(
    pool,
    tenantId,
    Prisma.sql`
    WITH local AS (
      SELECT ${timeZone} AS zone, ${now.toISOString()}::timestamptz AS now,
             ${now.toISOString()}::timestamptz AT TIME ZONE ${timeZone} AS local_now
    ), span AS (
      SELECT now, now - interval '30 days' AS month, now - interval '60 days' AS month_before,
        ${TODAY} AS today, ${YESTERDAY} AS yesterday,
        (local_now - interval '1 day') AT TIME ZONE zone AS now_yesterday
      FROM local
    ), sums AS (
      SELECT min(quarter) AS first,
        coalesce(sum(views), 0) AS views,
        sum(view_seconds) AS seconds,
        coalesce(sum(scans), 0) > 0 AS has_scans,
        coalesce(sum(scans) FILTER (WHERE quarter >= today), 0) AS scans_today,
        coalesce(sum(scans) FILTER (WHERE quarter >= yesterday AND quarter < least(now_yesterday, today)), 0) AS scans_before,
        coalesce(sum(views) FILTER (WHERE quarter >= month), 0) AS views_month,
        coalesce(sum(views) FILTER (WHERE quarter >= month_before AND quarter < month), 0) AS views_before,
        sum(view_seconds) FILTER (WHERE quarter >= month) AS seconds_month,
        sum(view_seconds) FILTER (WHERE quarter >= month_before AND quarter < month) AS seconds_before
      FROM quarter_tally, span WHERE tenant_id = current_setting('app.tenant_id')::uuid
    )
    SELECT
      views::float8 AS "totalViews",
      coalesce(seconds / nullif(views, 0), 0)::float8 AS "averageSeconds",
      has_scans AS "hasScans",
      json_build_object('now', scans_today, 'before', CASE WHEN first < yesterday THEN scans_before END) AS scans,
      json_build_object('now', views_month, 'before', CASE WHEN first < month_before THEN views_before END) AS views,
      json_build_object('now', seconds_month / nullif(views_month, 0),
        'before', CASE WHEN first < month_before THEN seconds_before / nullif(views_before, 0) END) AS "viewTime"
    FROM sums, span`,
  );
