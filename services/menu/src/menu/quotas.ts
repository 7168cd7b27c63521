import { documentFieldsOf } from '@tavola/contracts/field-list.ts';
import { requireWithin } from '@tavola/service-kit/http/validate.ts';
import type { z } from 'zod';
import { Prisma } from '../generated/client.ts';
import { jsonList, MEMBERS, MENU_TABLES } from './menu-json.ts';
import { TABLES, type Table } from './rows.ts';

const LISTS = MENU_TABLES.map((table) => `octet_length(${jsonList(table)})`);
const BYTES = Prisma.raw(LISTS.join(' + '));

/**
 * Checks how many rows `tables` have, then the menu's size. Call this inside `writeMenu`, which serializes a tenant's writes.
 * @throws Problem `quota-reached`
 */
export async function requireWithinQuotas(tx: Prisma.TransactionClient, ...tables: readonly Table[]): Promise<void> {
  const rowsIn = tables.map(
    (table) =>
      Prisma.sql`(SELECT count(*)::int FROM ${TABLES[table]} WHERE tenant_id = current_setting('app.tenant_id')::uuid)`,
  );
  const [{ counts, bytes }] = await tx.$queryRaw<[{ counts: number[]; bytes: number }]>`
    SELECT ARRAY[${Prisma.join(rowsIn)}] AS counts, ${BYTES} AS bytes`;
  for (const [at, table] of tables.entries()) requireWithin(MEMBERS[table], counts[at] as number);
  requireWithin('menuBytes', bytes);
}

/**
 * Checks the menu's size after rows of `schema` were changed, if their texts and documents have become longer. So a menu that is
 * too large already can be shortened, and its prices can be changed. Call this inside `writeMenu`.
 * @throws Problem `quota-reached`
 */
export async function requireRoomForChange(
  tx: Prisma.TransactionClient,
  schema: z.ZodObject,
  ...changes: readonly { before: object; after: object }[]
): Promise<void> {
  const growth = changes.map(({ before, after }) => countedBytes(schema, after) - countedBytes(schema, before));
  if (growth.reduce((sum, bytes) => sum + bytes, 0) > 0) await requireRoom(tx);
}

/**
 * Checks the menu's size. Call this inside `writeMenu`.
 * @throws Problem `quota-reached`
 */
export async function requireRoom(tx: Prisma.TransactionClient): Promise<void> {
  const [{ bytes }] = await tx.$queryRaw<[{ bytes: number }]>`SELECT ${BYTES} AS bytes`;
  requireWithin('menuBytes', bytes);
}

/** Whether a change of a row of `schema` may make the menu larger: it has a text, a list, or a field of a document. */
export const mayLengthen = (schema: z.ZodObject, change: object): boolean => countedFields(schema, change).length > 0;

const countedBytes = (schema: z.ZodObject, row: object): number =>
  Buffer.byteLength(JSON.stringify(Object.fromEntries(countedFields(schema, row))));

const countedFields = (schema: z.ZodObject, row: object): [string, unknown][] => {
  const inDocuments = documentFieldsOf(schema);
  return Object.entries(row).filter(
    ([name, value]) =>
      value !== null && (typeof value === 'string' || typeof value === 'object' || inDocuments.has(name)),
  );
};
