import { inPoolTransaction, NIL_UUID, type Pool, readAsPlatform } from '@tavola/service-kit/data/postgres.ts';
import { dayStart, keptFrom } from '../tenant/day-start.ts';
import type { Tenants } from '../tenant/tenants.ts';

/** Restaurants that one sweep looks at. */
const SWEPT = 200;

/** Rows folded per transaction, and transactions per table, restaurant and sweep: the next round does the rest. */
const ROWS_AT_ONCE = 5_000;
const TRANSACTIONS_MAX = 20;

// Jumps from restaurant to restaurant in the index: a sweep must not read all tallies.
const TENANTS = `
  WITH RECURSIVE found AS (
    (SELECT tenant_id FROM quarter_tally WHERE tenant_id > $1 ORDER BY tenant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT tenant_id FROM quarter_tally AS next WHERE next.tenant_id > found.tenant_id ORDER BY tenant_id LIMIT 1)
    FROM found WHERE found.tenant_id IS NOT NULL
  )
  SELECT tenant_id AS "tenantId" FROM found WHERE tenant_id IS NOT NULL LIMIT ${SWEPT}`;

/** A statement that folds some old rows of `table`; $1 is the restaurant's time zone, $2 the current time. */
const fold = (
  table: string,
  {
    key,
    month,
    isOld,
    sums,
    more = [],
  }: { key: string; month: string; isOld: string; sums: string[]; more?: string[] },
) => `
  WITH kept AS (SELECT ${keptFrom('$2::timestamptz', '$1')} AS first_day),
  old AS (
    -- By their places: a plan of the deletion must not depend on statistics.
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table}
      WHERE tenant_id = current_setting('app.tenant_id')::uuid AND ${key} < (SELECT ${isOld} FROM kept) AND ${key} <> ${month}
      ORDER BY ${key} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO ${table} AS month (${['tenant_id', key, ...more, ...sums].join(', ')})
  SELECT ${['tenant_id', month, ...more, ...sums.map((column) => `sum(${column})`)].join(', ')}
  FROM old GROUP BY ${['tenant_id', month, ...more].join(', ')}
  ON CONFLICT (${['tenant_id', key, ...more].join(', ')}) DO UPDATE SET
    ${sums.map((column) => `${column} = month.${column} + excluded.${column}`).join(', ')}`;

const ofDays = { key: 'day', month: `date_trunc('month', day)::date`, isOld: 'first_day' };

const FOLDS = [
  fold('quarter_tally', {
    key: 'quarter',
    // Noon in UTC is in the same month in every time zone, also if the restaurant's changes.
    month: `(date_trunc('month', quarter AT TIME ZONE $1) + interval '12 hours') AT TIME ZONE 'UTC'`,
    isOld: dayStart('first_day::timestamp', '$1'),
    sums: ['views', 'view_seconds', 'scans', 'visitors'],
  }),
  fold('code_tally', { ...ofDays, more: ['code_id'], sums: ['views', 'scans'] }),
  fold('item_tally', { ...ofDays, more: ['item_id'], sums: ['seen', 'opened'] }),
];

/**
 * Folds tallies of months that ended over 13 months ago into one row a month: on its first day, or at noon in UTC of that day. Each
 * sweep looks at the next restaurants, and begins anew after the last one. Any number of processes may sweep in parallel.
 */
export function monthFolding(pool: Pool, tenants: Pick<Tenants, 'find'>, now: () => Date): () => Promise<void> {
  let last = NIL_UUID;

  const foldSome = (tenantId: string, statement: string, timeZone: string): Promise<number> =>
    inPoolTransaction(pool, async (client) => {
      await client.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId]);
      return (await client.query(statement, [timeZone, now()])).rowCount ?? 0;
    });

  return async () => {
    const found = await readAsPlatform<{ tenantId: string }>(pool, { text: TENANTS, values: [last] });
    for (const { tenantId } of found) {
      // The next sweep goes on after it, also if its rows cannot be folded.
      last = tenantId;
      const tenant = await tenants.find(tenantId);
      if (!tenant) continue;
      for (const statement of FOLDS)
        for (let n = 0; n < TRANSACTIONS_MAX && (await foldSome(tenantId, statement, tenant.timeZone)) > 0; n += 1);
    }
    if (found.length < SWEPT) last = NIL_UUID;
  };
}
