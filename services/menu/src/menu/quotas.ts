import { requireWithin } from '@tavola/service-kit/http/quota.ts';
import { Prisma } from '../generated/client.ts';
import { CATEGORY_COLUMNS, ITEM_COLUMNS } from './columns.ts';
import { jsonList } from './json-list.ts';

const [CATEGORIES, ITEMS] = [jsonList('category', CATEGORY_COLUMNS), jsonList('item', ITEM_COLUMNS)];
const BYTES = Prisma.raw(`octet_length(${CATEGORIES}::text) + octet_length(${ITEMS}::text)`);
const TABLES = { items: Prisma.raw('item'), categories: Prisma.raw('category') };

/**
 * Checks the quotas after a row was added to `table`. Call this inside `writeMenu`, which serializes a tenant's writes.
 * @throws Problem `quota-reached`
 */
export async function requireRoomForNew(tx: Prisma.TransactionClient, table: keyof typeof TABLES): Promise<void> {
  const [{ count, bytes }] = await tx.$queryRaw<[{ count: number; bytes: number }]>`
    SELECT (SELECT count(*)::int FROM ${TABLES[table]} WHERE tenant_id = current_setting('app.tenant_id')::uuid) AS count,
           ${BYTES} AS bytes`;
  requireWithin(table, count);
  requireWithin('menuBytes', bytes);
}

/**
 * Checks the menu's size after a row was changed, if its texts have become longer. So a menu that is too large already can be
 * shortened, and its prices can be changed. Call this inside `writeMenu`.
 * @throws Problem `quota-reached`
 */
export async function requireRoomForChange(tx: Prisma.TransactionClient, before: object, after: object): Promise<void> {
  if (textBytes(after) <= textBytes(before)) return;
  const [{ bytes }] = await tx.$queryRaw<[{ bytes: number }]>`SELECT ${BYTES} AS bytes`;
  requireWithin('menuBytes', bytes);
}

/** Whether a change has a text, so that it may make the menu larger. */
export const hasText = (change: object): boolean => Object.values(change).some((value) => typeof value === 'string');

const textBytes = (row: object): number =>
  Object.values(row).reduce(
    (sum: number, value) => (typeof value === 'string' ? sum + Buffer.byteLength(JSON.stringify(value)) : sum),
    0,
  );
