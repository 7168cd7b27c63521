import { createHash } from 'node:crypto';
import type { User } from '@tavola/contracts/auth.ts';
import type { TestDatabase } from '@tavola/test-kit/database.ts';
import { OWNERS } from '../../deploy/migrate/owners.ts';

/** The number of a tenant's rows, and a hash of their contents. */
export interface TenantRows {
  count: number;
  hash: string;
}

/** Every row of a restaurant and of its owner, in all schemas, as the superuser sees them. */
export async function rowsOf(
  database: TestDatabase,
  { tenantId, user }: { tenantId: string; user: User },
): Promise<TenantRows> {
  const tables = await database.rows<{ name: string; column: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name, column_name AS column FROM information_schema.columns
     WHERE table_schema = ANY ($1) AND (column_name IN ('tenant_id', 'user_id') OR (table_name IN ('tenant', 'user') AND column_name = 'id'))
     ORDER BY 1, 2`,
    [[...OWNERS]],
  );
  const hash = createHash('sha256');
  let count = 0;
  for (const { name, column } of tables) {
    const found = await database.rows<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t WHERE ${column}::text = ANY ($1) ORDER BY 1`,
      [[tenantId, user.id]],
    );
    for (const { row } of found) hash.update(`${name} ${row}\n`);
    count += found.length;
  }
  return { count, hash: hash.digest('hex') };
}
