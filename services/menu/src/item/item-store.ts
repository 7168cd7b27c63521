import { type MenuItem, type MenuItemChange, NEW_ITEM_DAYS, type NewMenuItem } from '@tavola/contracts/menu.ts';
import { Prisma } from '../generated/client.ts';
import { ITEM_COLUMNS, ITEM_SELECT } from '../menu/columns.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The menu items of the restaurant `tenantId`. */
export function itemStore(tx: Prisma.TransactionClient, tenantId: string) {
  return {
    /** Adds an item after the others. */
    async add(input: NewMenuItem): Promise<MenuItem> {
      const last = await tx.item.aggregate({ where: { tenantId }, _max: { position: true } });
      const position = (last._max.position ?? 0) + 1;
      return asMenuItem(await tx.item.create({ data: { ...input, tenantId, position }, select: ITEM_SELECT }));
    },

    /** Reads the item and locks it until the end of the transaction; null where there is none. */
    async lock(id: number): Promise<MenuItem | null> {
      const [found] = await tx.$queryRaw<MenuItem[]>`
        SELECT ${Prisma.raw(ITEM_COLUMNS)} FROM item WHERE tenant_id = ${tenantId}::uuid AND id = ${id} FOR UPDATE`;
      return found ?? null;
    },

    /** Changes the given fields; null where there is no such item. */
    async change(id: number, input: MenuItemChange): Promise<MenuItem | null> {
      const where = { tenantId, id };
      const [row] = await tx.item.updateManyAndReturn({ where, data: input, select: ITEM_SELECT });
      return row ? asMenuItem(row) : null;
    },

    /** Removes an item; false where there is none. */
    async remove(id: number): Promise<boolean> {
      const { count } = await tx.item.deleteMany({ where: { tenantId, id } });
      return count > 0;
    },

    /** How many items were added in the last `NEW_ITEM_DAYS` days; null where the menu has no older item. */
    async countNew(): Promise<number | null> {
      const since = new Date(Date.now() - NEW_ITEM_DAYS * DAY_MS);
      const older = await tx.item.findFirst({ where: { tenantId, createdAt: { lt: since } }, select: { id: true } });
      if (!older) return null;
      return tx.item.count({ where: { tenantId, createdAt: { gte: since } } });
    },

    countAvailable: (): Promise<number> => tx.item.count({ where: { tenantId, isAvailable: true } }),
  };
}

// Exact: see ITEM_COLUMNS.
const asMenuItem = (row: Omit<MenuItem, 'price'> & { price: Prisma.Decimal }): MenuItem => ({
  ...row,
  price: row.price.toNumber(),
});
