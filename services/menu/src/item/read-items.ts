import { type Pool, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { jsonList } from '../menu/json-list.ts';

/** The tenant's items in display order as JSON, in SQL for a transaction that has set the tenant. */
export const ITEMS = `SELECT ${jsonList('item')} AS json`;

/** The items of `tenantId` in display order, as JSON. PostgreSQL makes it: 2,000 items would hold up this process for 30 ms. */
export async function readItems(pool: Pool, tenantId: string): Promise<string> {
  return (await readRowAsTenant<{ json: string }>(pool, tenantId, ITEMS)).json;
}
