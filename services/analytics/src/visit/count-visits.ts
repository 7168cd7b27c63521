import { type Visit, visitStream } from '@tavola/contracts/events.ts';
import { inPoolTransaction, type Pool, type PoolClient } from '@tavola/service-kit/postgres.ts';
import { STREAM_START, type StreamLedger } from '@tavola/service-kit/stream.ts';
import type { Tenant, Tenants } from '../tenant/tenants.ts';
import { type Tally, tally } from './tally.ts';

/** Rows that one day of one restaurant may have, at most twice as many in the end: ids can be made up. */
const CODES_A_DAY = 1_000;
const ITEMS_A_DAY = 2_000;

// New visitors are those whose row was not there yet; they count in the quarter of their first view of the day.
const ADD = `
  WITH said AS MATERIALIZED (
    SELECT $1::uuid AS tenant_id, $2::text AS zone, $3::jsonb AS rows
  ), code AS (
    SELECT tenant_id, (quarter AT TIME ZONE zone)::date AS day, code AS code_id, sum(views) AS views, sum(scans) AS scans
    FROM said, jsonb_to_recordset(rows->'codes') AS row (quarter timestamptz, code text, views int, scans int)
    GROUP BY 1, 2, 3
  ), codes_had AS (
    SELECT day, count(*) AS rows FROM code_tally
    WHERE tenant_id = $1::uuid AND day IN (SELECT day FROM code) GROUP BY day
  ), counted_codes AS (
    INSERT INTO code_tally AS kept (tenant_id, day, code_id, views, scans)
    SELECT code.tenant_id, day, code_id, code.views, code.scans
    FROM code
    LEFT JOIN code_tally AS had USING (tenant_id, day, code_id)
    LEFT JOIN codes_had USING (day)
    WHERE had.views IS NOT NULL OR coalesce(codes_had.rows, 0) < ${CODES_A_DAY}
    ON CONFLICT (tenant_id, day, code_id) DO UPDATE SET
      views = kept.views + excluded.views,
      scans = kept.scans + excluded.scans
  ), item AS (
    SELECT tenant_id, (quarter AT TIME ZONE zone)::date AS day, item AS item_id, sum(seen) AS seen, sum(opened) AS opened
    FROM said, jsonb_to_recordset(rows->'items') AS row (quarter timestamptz, item int, seen int, opened int)
    GROUP BY 1, 2, 3
  ), items_had AS (
    SELECT day, count(*) AS rows FROM item_tally
    WHERE tenant_id = $1::uuid AND day IN (SELECT day FROM item) GROUP BY day
  ), counted_items AS (
    INSERT INTO item_tally AS kept (tenant_id, day, item_id, seen, opened)
    SELECT item.tenant_id, day, item_id, item.seen, item.opened
    FROM item
    LEFT JOIN item_tally AS had USING (tenant_id, day, item_id)
    LEFT JOIN items_had USING (day)
    WHERE had.seen IS NOT NULL OR coalesce(items_had.rows, 0) < ${ITEMS_A_DAY}
    ON CONFLICT (tenant_id, day, item_id) DO UPDATE SET
      seen = kept.seen + excluded.seen,
      opened = kept.opened + excluded.opened
  ), guest AS (
    SELECT tenant_id, (quarter AT TIME ZONE zone)::date AS day, decode(hash, 'hex') AS hash, min(quarter) AS quarter
    FROM said, jsonb_to_recordset(rows->'visitors') AS row (quarter timestamptz, hash text)
    GROUP BY 1, 2, 3
  ), first_seen AS (
    INSERT INTO visitor (tenant_id, day, hash, ends_at)
    SELECT tenant_id, day, hash, (day + 1)::timestamp AT TIME ZONE $2::text FROM guest
    ON CONFLICT DO NOTHING
    RETURNING day, hash
  ), newcomers AS (
    SELECT quarter, count(*) AS visitors FROM first_seen JOIN guest USING (day, hash) GROUP BY 1
  )
  INSERT INTO quarter_tally AS kept (tenant_id, quarter, views, view_seconds, scans, visitors)
  SELECT tenant_id, row.quarter, views, seconds, scans, coalesce(visitors, 0)
  FROM said
  CROSS JOIN jsonb_to_recordset(rows->'quarters') AS row (quarter timestamptz, views int, seconds bigint, scans int)
  LEFT JOIN newcomers ON newcomers.quarter = row.quarter
  ON CONFLICT (tenant_id, quarter) DO UPDATE SET
    views = kept.views + excluded.views,
    view_seconds = kept.view_seconds + excluded.view_seconds,
    scans = kept.scans + excluded.scans,
    visitors = kept.visitors + excluded.visitors`;

/**
 * The tallies as the ledger of the stream of visits: they and the position change in one transaction, so a visit is counted
 * once, whichever process dies when. Visits to restaurants that do not exist are passed over.
 */
export function visitLedger(pool: Pool, tenants: Tenants, caughtUp: (time: number) => void): StreamLedger<Visit> {
  return {
    async position() {
      const { rows } = await pool.query('SELECT entry_id FROM stream_position WHERE stream = $1', [visitStream.name]);
      return rows[0]?.entry_id ?? STREAM_START;
    },
    async take(visits, from, to) {
      const known: [Tally, Tenant][] = [];
      for (const one of tally(visits)) {
        const tenant = await tenants.find(one.tenantId);
        if (tenant) known.push([one, tenant]);
      }
      return inPoolTransaction(pool, async (client) => {
        // Its row is locked from here on: whoever counts at the same moment waits, and then finds it moved.
        const { rowCount } = await client.query(
          'UPDATE stream_position SET entry_id = $3 WHERE stream = $1 AND entry_id = $2',
          [visitStream.name, from, to],
        );
        if (rowCount === 0) return false;
        for (const [one, { timeZone }] of known) await add(client, one, timeZone);
        return true;
      });
    },
    caughtUp,
  };
}

/** Adds to one tenant's tallies. Days are those of its time zone. */
async function add(client: PoolClient, { tenantId, ...rows }: Tally, timeZone: string): Promise<void> {
  const said = JSON.stringify({
    ...rows,
    codes: rows.codes.slice(0, CODES_A_DAY),
    items: rows.items.slice(0, ITEMS_A_DAY),
  });
  await client.query({
    name: 'set-tenant',
    text: "SELECT set_config('app.tenant_id', $1, true)",
    values: [tenantId],
  });
  await client.query({ name: 'add-tally', text: ADD, values: [tenantId, timeZone, said] });
}
