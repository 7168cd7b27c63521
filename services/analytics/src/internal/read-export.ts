import { type Pool, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';

const EXPORT = `
  SELECT json_build_object(
    'quarters', coalesce((SELECT json_agg(row) FROM (
      SELECT to_char(quarter AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS quarter,
             views, view_seconds AS "viewSeconds", scans, visitors
      FROM quarter_tally WHERE tenant_id = current_setting('app.tenant_id')::uuid
      ORDER BY quarter_tally.quarter
    ) AS row), '[]'),
    'codes', coalesce((SELECT json_agg(row) FROM (
      SELECT day, code_id AS "codeId", views, scans
      FROM code_tally WHERE tenant_id = current_setting('app.tenant_id')::uuid
      ORDER BY day, code_id
    ) AS row), '[]'),
    'items', coalesce((SELECT json_agg(row) FROM (
      SELECT day, item_id AS "itemId", seen, opened
      FROM item_tally WHERE tenant_id = current_setting('app.tenant_id')::uuid
      ORDER BY day, item_id
    ) AS row), '[]')
  )::text AS json`;

/**
 * The restaurant's tallies for its export, read in one snapshot, as JSON in the shape of `analyticsExport`. Visitor
 * hashes are never exported.
 */
export async function readExport(pool: Pool, tenantId: string): Promise<string> {
  return (await readRowAsTenant<{ json: string }>(pool, tenantId, EXPORT)).json;
}
