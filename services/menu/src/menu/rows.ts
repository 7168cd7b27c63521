import { columnOf } from '@tavola/service-kit/data/columns.ts';
import { Prisma } from '../generated/client.ts';

/** The tables of a menu, for SQL, by what the log and the API call a row of theirs. */
export const TABLES = {
  item: Prisma.raw('item'),
  category: Prisma.raw('category'),
  daypart: Prisma.raw('daypart'),
  'option-group': Prisma.raw('option_group'),
};
export type Table = keyof typeof TABLES;

/** The values of a row by the API's names; documents are objects. */
export type Fields = Record<string, unknown>;

/** Adds rows, all with the same fields (the first row names the columns); those whose id there is already are left out. Returns how many were added. */
export async function insertRows(tx: Prisma.TransactionClient, table: Table, rows: readonly Fields[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { columns, json } = stored(rows);
  return tx.$executeRaw`
    INSERT INTO ${TABLES[table]} (${list(columns)})
    SELECT ${list(columns)} FROM jsonb_populate_recordset(NULL::${TABLES[table]}, ${json}::jsonb)
    ON CONFLICT DO NOTHING`;
}

/** Writes rows of the restaurant by their ids, all with the same fields (the first row names the columns); others stay. */
export async function updateRows(
  tx: Prisma.TransactionClient,
  table: Table,
  tenantId: string,
  rows: readonly (Fields & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  const { columns, json } = stored(rows);
  const changed = columns.filter((name) => name !== 'id');
  await tx.$executeRaw`
    UPDATE ${TABLES[table]} AS own SET updated_at = now(), (${list(changed)}) = ROW (${list(changed.map((name) => `given.${name}`))})
    FROM jsonb_populate_recordset(NULL::${TABLES[table]}, ${json}::jsonb) AS given
    WHERE own.tenant_id = ${tenantId}::uuid AND own.id = given.id AND ${isAmong('own.id', rows)}`;
}

/**
 * Whether the column `id` of a table that is joined with `rows` has an id of theirs, for SQL: without nested loops, PostgreSQL would
 * otherwise read all of the restaurant's rows to find a few.
 */
export const isAmong = (id: string, rows: readonly { id: number }[]): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(id)} = ANY (${rows.map((row) => row.id)}::int[])`;

const list = (columns: readonly string[]): Prisma.Sql => Prisma.raw(columns.join(', '));

function stored(rows: readonly Fields[]): { columns: string[]; json: string } {
  const named = rows.map((fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value])),
  );
  return { columns: Object.keys(named[0] ?? {}), json: JSON.stringify(named) };
}
