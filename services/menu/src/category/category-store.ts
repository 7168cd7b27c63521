import type { StoredTexts } from '@tavola/contracts/languages.ts';
import { type Category, type CategoryChange, category, type NewCategory } from '@tavola/contracts/menu.ts';
import {
  mergeDocuments,
  newDocuments,
  selectFor,
  selectListFor,
  splitFields,
  toShown,
} from '@tavola/service-kit/data/columns.ts';
import { Prisma } from '../generated/client.ts';

/** The fields of a category, as a Prisma select and as a select list in SQL. */
const SELECT = selectFor(category);
const COLUMNS = selectListFor(category);

/** Makes a row what the API shows. */
const toCategory = toShown(category);

const ORDER = [{ position: 'asc' }, { id: 'asc' }] satisfies Prisma.CategoryOrderByWithRelationInput[];

/** The categories of the restaurant `tenantId`. */
export function categoryStore(tx: Prisma.TransactionClient, tenantId: string) {
  return {
    async list(): Promise<Category[]> {
      const rows = await tx.category.findMany({ where: { tenantId }, orderBy: ORDER, select: SELECT });
      return rows.map(toCategory);
    },

    /** Adds a category after the others. */
    async add(input: NewCategory): Promise<Category> {
      const last = await tx.category.aggregate({ where: { tenantId }, _max: { position: true } });
      const position = (last._max.position ?? 0) + 1;
      const data = { ...splitFields(category, input).columns, ...newDocuments(category, input), tenantId, position };
      return toCategory(await tx.category.create({ data, select: SELECT }));
    },

    /** Adds categories after the others, with their translations; returns their ids, in the same order. */
    async addAll(inputs: readonly (NewCategory & { texts: StoredTexts })[]): Promise<number[]> {
      const last = await tx.category.aggregate({ where: { tenantId }, _max: { position: true } });
      const first = (last._max.position ?? 0) + 1;
      const data = inputs.map((input, index) => {
        return {
          ...splitFields(category, input).columns,
          ...newDocuments(category, input),
          tenantId,
          position: first + index,
        };
      });
      const rows = await tx.category.createManyAndReturn({ data, select: { id: true, position: true } });
      return rows.toSorted((one, other) => one.position - other.position).map(({ id }) => id);
    },

    /** Reads the category and locks it until the end of the transaction; null where there is none. */
    async lock(id: number): Promise<Category | null> {
      const [found] = await tx.$queryRaw<Category[]>`
        SELECT ${Prisma.raw(COLUMNS)} FROM category WHERE tenant_id = ${tenantId}::uuid AND id = ${id} FOR UPDATE`;
      return found ? toCategory(found) : null;
    },

    /** Changes the given fields; null where there is no such category. */
    async change(id: number, input: CategoryChange): Promise<Category | null> {
      const { columns, documents } = splitFields(category, input);
      const where = { tenantId, id };
      const [row] = await tx.category.updateManyAndReturn({ where, data: columns, select: SELECT });
      if (!row) return null;
      const its = { where: 'tenant_id = $1::uuid AND id = $2', values: [tenantId, id] };
      return toCategory({ ...row, ...(await mergeDocuments(tx, 'category', its, documents)) });
    },

    /** Removes a category; its items stay, without a category. False where there is none. */
    async remove(id: number): Promise<boolean> {
      await tx.item.updateMany({ where: { tenantId, categoryId: id }, data: { categoryId: null } });
      const { count } = await tx.category.deleteMany({ where: { tenantId, id } });
      return count > 0;
    },
  };
}
