import type { MenuChange } from '@tavola/contracts/history.ts';
import { columnOf } from '@tavola/service-kit/data/columns.ts';
import { Prisma } from '../generated/client.ts';
import { requireRoomForNew } from '../menu/quotas.ts';

/** The values of a row by the API's names, as the log has them; documents are objects. */
export type Fields = Record<string, unknown>;

export const TABLES = { item: Prisma.raw('item'), category: Prisma.raw('category'), daypart: Prisma.raw('daypart') };
export const QUOTA = { item: 'items', category: 'categories', daypart: 'dayparts' } as const;

/** The columns of rows that have the same fields, for SQL, and the rows as a JSON list. */
export function columnsOf(...rows: readonly Fields[]): [Prisma.Sql, string] {
  const stored = rows.map((fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value])),
  );
  return [Prisma.raw(Object.keys(stored[0] ?? {}).join(', ')), JSON.stringify(stored)];
}

/**
 * Brings back rows that one write removed, with their ids. Those that are there again stay as they are; an item whose category is
 * gone has none, and stays on the menu as items of deleted categories do. Returns how many came back.
 * @throws Problem `quota-reached`
 */
export async function bringBack(
  tx: Prisma.TransactionClient,
  tenantId: string,
  kind: MenuChange['kind'],
  lost: readonly { id: number; row: Fields }[],
): Promise<number> {
  if (lost.length === 0) return 0;
  const categories = kind === 'item' ? await tx.category.findMany({ where: { tenantId }, select: { id: true } }) : [];
  const found = new Set<unknown>(categories.map(({ id }) => id));
  const rows = lost.map(({ id, row }) => ({
    ...row,
    ...(kind === 'item' && !found.has(row.categoryId) && { categoryId: null }),
    id,
    tenantId,
  }));
  const [names, values] = columnsOf(...rows);
  const count = await tx.$executeRaw`
    INSERT INTO ${TABLES[kind]} (${names})
    SELECT ${names} FROM jsonb_populate_recordset(NULL::${TABLES[kind]}, ${values}::jsonb)
    ON CONFLICT DO NOTHING`;
  await requireRoomForNew(tx, QUOTA[kind]);
  return count;
}
