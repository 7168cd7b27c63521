import { type Pool, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { jsonList } from '../menu/json-list.ts';

const TIMES = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
              to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt"`;

const EXPORT = `
  SELECT '{"categories" : ' || ${jsonList('category', TIMES)} || ', "items" : ' || ${jsonList('item', TIMES)} || '}' AS json`;

/** Everything menu exports of a restaurant, as one consistent snapshot: JSON in the shape of `menuExport`. */
export async function readExport(pool: Pool, tenantId: string): Promise<string> {
  return (await readRowAsTenant<{ json: string }>(pool, tenantId, EXPORT)).json;
}
