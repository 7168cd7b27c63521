import { type Pool, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { CATEGORY_COLUMNS, ITEM_COLUMNS } from '../menu/columns.ts';

const KEPT = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
             to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt"`;

const EXPORT = `
  SELECT json_build_object(
    'categories', coalesce((SELECT json_agg(row) FROM (
      SELECT ${CATEGORY_COLUMNS}, ${KEPT}
      FROM category WHERE tenant_id = current_setting('app.tenant_id')::uuid
      ORDER BY position, id
    ) AS row), '[]'),
    'items', coalesce((SELECT json_agg(row) FROM (
      SELECT ${ITEM_COLUMNS}, ${KEPT}
      FROM item WHERE tenant_id = current_setting('app.tenant_id')::uuid
      ORDER BY position, id
    ) AS row), '[]')
  )::text AS json`;

/** Everything menu exports of a restaurant, as one consistent snapshot: JSON in the shape of `menuExport`. */
export async function readExport(pool: Pool, tenantId: string): Promise<string> {
  return (await readRowAsTenant<{ json: string }>(pool, tenantId, EXPORT)).json;
}
