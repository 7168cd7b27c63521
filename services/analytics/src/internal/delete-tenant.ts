import { inPoolTransaction, type Pool } from '@tavola/service-kit/data/postgres.ts';

/** All tables with a restaurant's data. */
const TABLES = ['quarter_tally', 'code_tally', 'item_tally', 'visitor'];

/** Rows deleted per transaction: years of a busy restaurant in one statement would exceed the statement timeout. */
const AT_ONCE = 20_000;

/** Deletes all of the restaurant's data; does nothing if none is left. After an interruption, a second call continues. */
export async function deleteTenant(pool: Pool, tenantId: string): Promise<void> {
  for (const table of TABLES) {
    let deleted = AT_ONCE;
    while (deleted === AT_ONCE) deleted = await deleteSome(pool, table, tenantId);
  }
}

const deleteSome = (pool: Pool, table: string, tenantId: string): Promise<number> =>
  inPoolTransaction(pool, async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId]);
    const { rowCount } = await client.query(
      `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE tenant_id = $1 LIMIT ${AT_ONCE})`,
      [tenantId],
    );
    return rowCount ?? 0;
  });
