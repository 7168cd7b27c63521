import type { DataOwner, ExportedTable } from '@tavola/contracts/export.ts';
import type { DataOwnerOperations } from '@tavola/contracts/operations/internal/internal-operations.ts';
import { type Pool, readAsTenant } from '../data/postgres.ts';
import { type OperationRoutes, serveRaw } from './serve.ts';

/** How large the rows of a page are at most, in bytes, unless there is only one. */
export const PAGE_BYTES = 1_000_000;

/** Separates the parts of a key. */
const SEPARATOR = '~';

/** A row of an export: JSON, and the key by which the rows are in order, whose parts are separated by ~. */
export interface ExportRow {
  key: string;
  json: string;
}

/** A key of these parts. */
export const keyOf = (...parts: readonly (string | number)[]): string => parts.join(SEPARATOR);

/** How a service reads a table for exports. */
export interface ExportTable {
  /** How many rows are read at once: so few that they fit in memory at their largest. */
  limit: number;
  /** The next `limit` rows after the one whose key has these parts, or the first ones, in an order that never changes. */
  read(tenantId: string, after: readonly string[] | undefined, limit: number): Promise<readonly ExportRow[]>;
}

/** A table that PostgreSQL makes the JSON of. */
export interface SqlTable {
  limit: number;
  /** A SELECT of `key` and `json`. Its parameters: the parts of the key after which the rows are, then `limit`. */
  sql: string;
  /** The parts of a key before all others. */
  start: readonly string[];
}

/** Reads `table` as the restaurant. */
export const sqlTable = (pool: Pool, { limit, sql, start }: SqlTable): ExportTable => ({
  limit,
  read: (tenantId, after = start) => readAsTenant<ExportRow>(pool, tenantId, { text: sql, values: [...after, limit] }),
});

/** A table of so few rows that they fit on one page. */
export const fewRows = (read: (tenantId: string) => Promise<readonly object[]>): ExportTable => ({
  limit: Number.POSITIVE_INFINITY,
  async read(tenantId) {
    return (await read(tenantId)).map((row) => ({ key: '', json: JSON.stringify(row) }));
  },
});

/** A table of one row, or of none if `read` returns null. */
export const oneRow = (read: (tenantId: string) => Promise<object | null>): ExportTable =>
  fewRows(async (tenantId) => {
    const row = await read(tenantId);
    return row ? [row] : [];
  });

/** Adds the operation that answers with one page of a table of `Owner`. */
export function serveExport<Owner extends DataOwner>(
  routes: OperationRoutes,
  operation: DataOwnerOperations['exportTable'] & { service: Owner },
  tables: Readonly<Record<ExportedTable<Owner>, ExportTable>>,
): void {
  serveRaw(routes, operation, async ({ params: { tenantId }, query: { table, after } }, res) => {
    const { limit, read } = tables[table as ExportedTable<Owner>];
    const found = await read(tenantId, after?.split(SEPARATOR), limit);
    const rows = found.slice(0, fitting(found));
    const isLast = rows.length === found.length && found.length < limit;
    const next = isLast ? null : rows.at(-1)?.key;
    res.type('json').send(`{"rows":[${rows.map(({ json }) => json).join(',')}],"next":${JSON.stringify(next)}}`);
  });
}

/** How many of `rows` fit on a page. */
function fitting(rows: readonly ExportRow[]): number {
  let bytes = 0;
  const tooMuch = rows.findIndex(({ json }) => {
    // With its comma.
    bytes += Buffer.byteLength(json) + 1;
    return bytes > PAGE_BYTES;
  });
  return tooMuch === -1 ? rows.length : Math.max(1, tooMuch);
}
