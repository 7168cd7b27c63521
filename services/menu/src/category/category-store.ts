import type { Category, CategoryChange, NewCategory } from '@tavola/contracts/menu.ts';
import { Prisma } from '../generated/client.ts';
import { CATEGORY_COLUMNS, CATEGORY_SELECT } from '../menu/columns.ts';

const ORDER = [{ position: 'asc' }, { id: 'asc' }] satisfies Prisma.CategoryOrderByWithRelationInput[];

/** The categories of the restaurant `tenantId`. */
export function categoryStore(tx: Prisma.TransactionClient, tenantId: string) {
  return {
    list: (): Promise<Category[]> =>
      tx.category.findMany({ where: { tenantId }, orderBy: ORDER, select: CATEGORY_SELECT }),

    exists: async (id: number): Promise<boolean> => (await tx.category.count({ where: { tenantId, id } })) > 0,

    /** Adds a category after the others. */
    async add(input: NewCategory): Promise<Category> {
      const last = await tx.category.aggregate({ where: { tenantId }, _max: { position: true } });
      const position = (last._max.position ?? 0) + 1;
      return tx.category.create({ data: { ...input, tenantId, position }, select: CATEGORY_SELECT });
    },

    /** Reads the category and locks it until the end of the transaction; null where there is none. */
    async lock(id: number): Promise<Category | null> {
      const [found] = await tx.$queryRaw<Category[]>`
        SELECT ${Prisma.raw(CATEGORY_COLUMNS)} FROM category WHERE tenant_id = ${tenantId}::uuid AND id = ${id} FOR UPDATE`;
      return found ?? null;
    },

    /** Changes the given fields; null where there is no such category. */
    async change(id: number, input: CategoryChange): Promise<Category | null> {
      const where = { tenantId, id };
      const [row] = await tx.category.updateManyAndReturn({ where, data: input, select: CATEGORY_SELECT });
      return row ?? null;
    },

    /** Removes a category; its items stay, without a category. False where there is none. */
    async remove(id: number): Promise<boolean> {
      await tx.item.updateMany({ where: { tenantId, categoryId: id }, data: { categoryId: null } });
      const { count } = await tx.category.deleteMany({ where: { tenantId, id } });
      return count > 0;
    },
  };
}
