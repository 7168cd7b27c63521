import { type Pool, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { CHANGE_FIELDS } from '../history/read-history.ts';
import { jsonList } from '../menu/json-list.ts';

const TIMES = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
              to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt"`;

const CHANGES = `
  coalesce((SELECT json_agg(change) FROM (
    SELECT ${CHANGE_FIELDS} FROM menu_change
    WHERE tenant_id = current_setting('app.tenant_id')::uuid ORDER BY menu_change.id
  ) AS change), '[]')`;

const EXPORTED = { more: TIMES, hasTexts: true };

const EXPORT = `
  SELECT '{"categories" : ' || ${jsonList('category', EXPORTED)} || ', "items" : ' || ${jsonList('item', EXPORTED)} || ', "dayparts" : ' || ${jsonList('daypart', EXPORTED)} || ', "changes" : ' || ${CHANGES} || '}' AS json`;

/** Everything menu exports of a restaurant, as one consistent snapshot: JSON in the shape of `menuExport`. */
export async function readExport(pool: Pool, tenantId: string): Promise<string> {
  return (await readRowAsTenant<{ json: string }>(pool, tenantId, EXPORT)).json;
}
