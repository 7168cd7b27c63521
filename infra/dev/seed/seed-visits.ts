import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { type MadeItem, makeVisits } from './make-visits.ts';

/** The demonstration's printed codes, most used first. */
const CODES = ['Main code', 'Table 1', 'Table 2', 'Table 3', 'Table 4', 'Table 5', 'Table 6', 'Window'];

const CODE_LETTERS = '23456789abcdefghijkmnpqrstuvwxyz';

/** An id in qr's format, the same in every run. */
const codeId = (slug: string, name: string): string =>
  [...createHash('sha1').update(`${slug}:${name}`).digest().subarray(0, 8)]
    .map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length])
    .join('');

const INSERT_CODES = `
  INSERT INTO qr.code (id, tenant_id, main_of, name, name_key)
  SELECT id, $1::uuid, CASE WHEN position = 1 THEN $1::uuid END, name, lower(name)
  FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS seed (id, name, position)
  ORDER BY position
  ON CONFLICT DO NOTHING`;

const LOCAL_TIME = `
  SELECT local::date::text AS today, (extract(hour FROM local) * 60 + extract(minute FROM local))::int AS minutes
  FROM (SELECT $1::timestamptz AT TIME ZONE time_zone AS local FROM auth.tenant WHERE id = $2) AS tenant`;

const INSERT_QUARTERS = `
  INSERT INTO analytics.quarter_tally (tenant_id, quarter, views, view_seconds, scans, visitors)
  SELECT tenant.id, local AT TIME ZONE time_zone, views, seconds, scans, visitors
  FROM auth.tenant, json_to_recordset($2::json) AS seed
    (local timestamp, views int, seconds int, scans int, visitors int)
  WHERE tenant.id = $1`;

const INSERT_CODE_TALLIES = `
  INSERT INTO analytics.code_tally (tenant_id, day, code_id, views, scans)
  SELECT $1::uuid, day, code, views, scans FROM json_to_recordset($2::json) AS seed (day date, code text, views int, scans int)`;

const INSERT_ITEM_TALLIES = `
  INSERT INTO analytics.item_tally (tenant_id, day, item_id, seen, opened)
  SELECT $1::uuid, day, item, seen, opened FROM json_to_recordset($2::json) AS seed (day date, item int, seen int, opened int)`;

/**
 * Adds printed codes and 90 days of visits up to `now` to the demonstration restaurant, unless it already has visits, which
 * are real. Returns the number of views.
 */
export async function seedVisits(client: PoolClient, tenantId: string, slug: string, now: Date): Promise<number> {
  const { rows: counted } = await client.query('SELECT FROM analytics.quarter_tally WHERE tenant_id = $1 LIMIT 1', [
    tenantId,
  ]);
  const { rows: times } = await client.query<{ today: string; minutes: number }>(LOCAL_TIME, [now, tenantId]);
  const [time] = times;
  if (counted.length > 0 || !time) return 0;
  await client.query(INSERT_CODES, [tenantId, CODES.map((name) => codeId(slug, name)), CODES]);
  const { rows: codes } = await client.query<{ id: string }>(
    'SELECT id FROM qr.code WHERE tenant_id = $1 AND retired_at IS NULL ORDER BY number LIMIT $2',
    [tenantId, CODES.length],
  );
  const { rows: items } = await client.query<MadeItem>(
    'SELECT id, is_popular AS "isPopular" FROM menu.item WHERE tenant_id = $1 ORDER BY position, id',
    [tenantId],
  );
  const visits = makeVisits({ ...time, items, codes: codes.map(({ id }) => id) });
  await client.query(INSERT_QUARTERS, [tenantId, JSON.stringify(visits.quarters)]);
  await client.query(INSERT_CODE_TALLIES, [tenantId, JSON.stringify(visits.codes)]);
  await client.query(INSERT_ITEM_TALLIES, [tenantId, JSON.stringify(visits.items)]);
  return visits.quarters.reduce((sum, { views }) => sum + views, 0);
}
