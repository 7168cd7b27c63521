import type { MenuChange } from '@tavola/contracts/history.ts';
import { Prisma } from '../generated/client.ts';
import { bringBack, type Fields, TABLES } from './logged-row.ts';

/** How many names of what stays an answer holds. */
const KEPT_NAMED = 50;

/**
 * Deletes the items that came with `change`, and then the categories that came with them, where they are still as they were added.
 * A category with an item in it stays. Returns how many rows went, and names of those that stay: dishes first.
 */
export async function undoImport(
  tx: Prisma.TransactionClient,
  tenantId: string,
  { version }: MenuChange,
): Promise<{ gone: number; kept: string[] }> {
  const removed = (kind: 'item' | 'category', condition = Prisma.empty) => {
    return tx.$executeRaw`
      DELETE FROM ${TABLES[kind]} AS own USING menu_change AS added
      WHERE own.tenant_id = ${tenantId}::uuid AND added.tenant_id = own.tenant_id AND added.version = ${version}
        AND added.kind = ${kind} AND added.act = 'added' AND added.target_id = own.id
        AND differing(added.after - 'position', logged_row(to_jsonb(own))) = '{}'::jsonb ${condition}`;
  };
  const items = await removed('item');
  const isEmpty = Prisma.sql`AND NOT EXISTS (SELECT FROM item WHERE item.tenant_id = own.tenant_id AND item.category_id = own.id)`;
  const categories = await removed('category', isEmpty);
  const kept = await tx.$queryRaw<{ name: string }[]>`
    SELECT own.name
    FROM menu_change AS added, LATERAL (
      SELECT name, 1 AS part, position FROM item WHERE added.kind = 'item' AND tenant_id = added.tenant_id AND id = added.target_id
      UNION ALL
      SELECT name, 2, position FROM category WHERE added.kind = 'category' AND tenant_id = added.tenant_id AND id = added.target_id
    ) AS own
    WHERE added.tenant_id = ${tenantId}::uuid AND added.version = ${version} AND added.act = 'added'
    ORDER BY own.part, own.position LIMIT ${KEPT_NAMED}`;
  return { gone: items + categories, kept: kept.map(({ name }) => name) };
}

/**
 * Brings back the categories and items that went with `change`, as `bringBack` does. Returns how many came back.
 * @throws Problem `quota-reached`
 */
export async function redoImport(
  tx: Prisma.TransactionClient,
  tenantId: string,
  { version }: MenuChange,
): Promise<number> {
  const back = async (kind: 'category' | 'item') => {
    const lost = await tx.$queryRaw<{ id: number; row: Fields }[]>`
      SELECT target_id AS id, before AS row FROM menu_change
      WHERE tenant_id = ${tenantId}::uuid AND version = ${version} AND kind = ${kind} AND act = 'removed'`;
    return bringBack(tx, tenantId, kind, lost);
  };
  // An item's category first.
  return (await back('category')) + (await back('item'));
}
