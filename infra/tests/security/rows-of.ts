import { createHash } from 'node:crypto';
import type { User } from '@tavola/contracts/auth.ts';
import { OWNERS } from '@tavola/contracts/topology.ts';
import type { TestDatabase } from '@tavola/test-kit/database.ts';

/** The number of a tenant's rows, and a hash of their contents. */
interface TenantRows {
  count: number;
  hash: string;
}

/** For each database, the statement that reads the rows: finding out the tables takes longer than reading them. */
const statements = new WeakMap<TestDatabase, Promise<string>>();

/** A statement for the rows of all tables that have any of a tenant or a user, of those in $1. */
async function statementFor(database: TestDatabase): Promise<string> {
  const tables = await database.rows<{ name: string; column: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name, column_name AS column FROM information_schema.columns
     WHERE table_schema = ANY ($1) AND (column_name IN ('tenant_id', 'user_id') OR (table_name IN ('tenant', 'user') AND column_name = 'id'))`,
    [[...OWNERS]],
  );
  const selects = tables.map(
    ({ name, column }) => `SELECT '${name} ' || t::text AS row FROM ${name} t WHERE ${column}::text = ANY ($1)`,
  );
  return `${selects.join(' UNION ALL ')} ORDER BY 1`;
}

/** Every row of a restaurant and of its owner, in all schemas, as the superuser sees them. */
export async function rowsOf(
  database: TestDatabase,
  { tenantId, user }: { tenantId: string; user: User },
): Promise<TenantRows> {
  const statement = statements.get(database) ?? statementFor(database);
  statements.set(database, statement);
  const found = await database.rows<{ row: string }>(await statement, [[tenantId, user.id]]);
  const hash = createHash('sha256');
  for (const { row } of found) hash.update(`${row}\n`);
  return { count: found.length, hash: hash.digest('hex') };
}
