import { type DataOwner, EXPORTED_TABLES, type ExportedRow, type ExportedTable } from '@tavola/contracts/export.ts';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Answer, Call } from './http.ts';
import { AS_SERVICE } from './tokens.ts';

/** All rows of all tables that a service exports. */
export type Exported<Owner extends DataOwner> = { [Table in ExportedTable<Owner>]: ExportedRow<Owner, Table>[] };

/** The answer of a fake of the service that exports `tables` to a request for a page: it has all rows. */
export function fakeExport(path: string, tables: Readonly<Record<string, readonly object[]>>): object | undefined {
  const { pathname, searchParams } = new URL(path, 'http://fake');
  const rows = tables[searchParams.get('table') ?? ''];
  return rows && /^\/internal\/tenants\/[0-9a-f-]{36}\/export$/.test(pathname) ? { rows, next: null } : undefined;
}

/** The answer with the page of `table` after the cursor `after`. */
export const exportedPage = (call: Call, tenantId: string, table: string, after?: string | null): Promise<Answer> => {
  const query = new URLSearchParams({ table, ...(after && { after }) });
  return call('GET', `/internal/tenants/${tenantId}/export?${query}`, AS_SERVICE);
};

/** Reads a table page by page, as admin does, and checks each row; returns the rows of each page. */
export async function exportedPages<Owner extends DataOwner, Table extends ExportedTable<Owner>>(
  call: Call,
  owner: Owner,
  tenantId: string,
  table: Table,
): Promise<ExportedRow<Owner, Table>[][]> {
  const schema = EXPORTED_TABLES[owner][table] as unknown as z.ZodObject;
  const pages: ExportedRow<Owner, Table>[][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { status, body } = await exportedPage(call, tenantId, table, after);
    expect(status).toBe(200);
    // Nothing but what the contract names.
    expect(schema.strict().array().parse(body.rows)).toEqual(body.rows);
    pages.push(body.rows);
    after = body.next;
  }
  return pages;
}

/** Everything that the service `owner` exports of a restaurant. */
export async function exported<Owner extends DataOwner>(
  call: Call,
  owner: Owner,
  tenantId: string,
): Promise<Exported<Owner>> {
  const tables = Object.keys(EXPORTED_TABLES[owner]) as ExportedTable<Owner>[];
  const read = tables.map(
    async (table) => [table, (await exportedPages(call, owner, tenantId, table)).flat()] as const,
  );
  return Object.fromEntries(await Promise.all(read)) as Exported<Owner>;
}
