import { internalMenu } from '@tavola/contracts/menu.ts';
import { type Pool, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { shapeOf } from '@tavola/service-kit/data/shape.ts';
import { jsonList } from '../menu/json-list.ts';

const VERSION = `
  coalesce((SELECT version FROM menu_version WHERE tenant_id = current_setting('app.tenant_id')::uuid), 0)`;

const WITH_TEXTS = { hasTexts: true };

const MENU = `
  SELECT '{"shape" : "${shapeOf(internalMenu)}", "version" : ' || ${VERSION} || ', "categories" : ' || ${jsonList('category', WITH_TEXTS)} || ', "items" : ' || ${jsonList('item', WITH_TEXTS)} || ', "dayparts" : ' || ${jsonList('daypart', WITH_TEXTS)} || '}' AS json`;

/**
 * The whole menu of `tenantId` with its version, as JSON in the shape of `internalMenu`. An unknown tenant has an empty
 * menu at version 0. One statement reads one consistent snapshot: otherwise a menu could be newer than its version, and
 * an older menu with the same version could replace it in a cache.
 */
export async function readMenu(pool: Pool, tenantId: string): Promise<string> {
  return (await readRowAsTenant<{ json: string }>(pool, tenantId, MENU)).json;
}
