import { columnOf } from '@tavola/service-kit/data/columns.ts';
import { Prisma } from '../generated/client.ts';

/** The values of a row by the API's names, as the log has them; documents are objects. */
export type Fields = Record<string, unknown>;

/** The columns of rows that have the same fields, for SQL, and the rows as a JSON list. */
export function columnsOf(...rows: readonly Fields[]): [Prisma.Sql, string] {
  const stored = rows.map((fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value])),
  );
  return [Prisma.raw(Object.keys(stored[0] ?? {}).join(', ')), JSON.stringify(stored)];
}
