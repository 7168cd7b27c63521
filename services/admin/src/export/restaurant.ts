import {
  type DataOwner,
  EXPORTED_TABLES,
  type ExportedRow,
  type ExportedTable,
  exportPage,
} from '@tavola/contracts/export.ts';
import { newCategory, newMenuItem } from '@tavola/contracts/menu.ts';
import { DATA_OWNER_OPERATIONS } from '@tavola/contracts/operations/internal/internal-operations.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import type { z } from 'zod';
import type { DataOwners } from '../data-owners.ts';

/** The values of fields that an older release of a service does not send. */
const CREATED: Readonly<Record<string, z.ZodObject>> = { categories: newCategory, items: newMenuItem };

/** The data of one restaurant, read from its services. */
export interface Restaurant {
  tenant: ExportedRow<'auth', 'tenant'>;
  style: ExportedRow<'qr', 'style'>;
  /** The rows of a table, page by page; a page is read while the one before is used. */
  pages<Owner extends DataOwner, Table extends ExportedTable<Owner>>(
    owner: Owner,
    table: Table,
  ): AsyncGenerator<ExportedRow<Owner, Table>[], void, undefined>;
}

/**
 * Begins to read all data of the restaurant `tenantId`.
 * @throws Problem `not-found` if there is no such restaurant; `unavailable`, also while it is read, if a service does not answer,
 * or is of an older release that has no pages.
 */
export async function readRestaurant(owners: DataOwners, tenantId: string): Promise<Restaurant> {
  const pages: Restaurant['pages'] = async function* (owner, table) {
    const { [table]: schema } = EXPORTED_TABLES[owner] as Readonly<Record<string, z.ZodObject>>;
    const page = exportPage(tolerant(schema as z.ZodObject, CREATED[table]));
    const read = (after: string) => {
      const query = { table, ...(after && { after }) };
      return owners[owner].call(DATA_OWNER_OPERATIONS[owner].exportTable, {
        params: { tenantId },
        query,
        answerSchema: page,
      });
    };
    for (let reading: ReturnType<typeof read> | null = read(''); reading; ) {
      const { rows, next }: Awaited<ReturnType<typeof read>> = await reading;
      reading = next === null ? null : read(next);
      // It fails when it is awaited, which may be never.
      reading?.catch(() => {});
      yield rows as never;
    }
  };
  const [tenant] = await allRows(pages('auth', 'tenant'));
  if (!tenant) throw notFound('The restaurant');
  const [style] = await allRows(pages('qr', 'style'));
  return { tenant, style: style as ExportedRow<'qr', 'style'>, pages };
}

/** All rows of a table that is small. */
export async function allRows<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of pages) all.push(...rows);
  return all;
}
