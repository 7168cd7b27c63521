import { type Visit, visitStream } from '@tavola/contracts/events.ts';
import { inPoolTransaction, type Pool } from '@tavola/service-kit/data/postgres.ts';
import { STREAM_START, type StreamLedger } from '@tavola/service-kit/messaging/stream.ts';
import { dayStart } from '../tenant/day-start.ts';
import type { Tenant, Tenants } from '../tenant/tenants.ts';
import type { KnownIds } from './known-ids.ts';
import { type Tally, tally } from './tally.ts';

/** Maximum rows of items per day and restaurant: an owner can add and delete items all day. A last batch may at most double it. */
const ITEMS_A_DAY = 2_000;

/** How many restaurants of a batch are looked up at once. */
const RESTAURANTS_AT_ONCE = 8;

/**
 * How many visitors count for one address, restaurant and day. The browser's name tells guests of one address apart, and
 * can be made up. Real guests behind a restaurant's Wi-Fi or a mobile network seldom show this many different ones,
 * because browsers name few versions and no models. docs/limits.md says more.
 */
const VISITORS_PER_ADDRESS = 100;

// The transaction holds the position's row lock, so no tally of these days changes meanwhile: a row that the UPDATE did not find is
// new. New visitors are those without a row, up to a ceiling per network; they count in the quarter of their first view
// of the day.
const ADD = `
  WITH quarter AS MATERIALIZED (
    SELECT n, tenant_id, zone, (quarter AT TIME ZONE zone)::date AS day, quarter, views, seconds, scans
    FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[], $5::int[], $6::int[])
      WITH ORDINALITY AS row (tenant_id, zone, quarter, views, seconds, scans, n)
  ), code AS MATERIALIZED (
    SELECT tenant_id, day, code_id, sum(row.views) AS views, sum(row.scans) AS scans
    FROM unnest($7::bigint[], $8::text[], $9::int[], $10::int[]) AS row (n, code_id, views, scans)
    JOIN quarter USING (n) GROUP BY 1, 2, 3
  ), added_codes AS (
    INSERT INTO code_tally AS kept (tenant_id, day, code_id, views, scans)
    SELECT tenant_id, day, code_id, views, scans FROM code
    ON CONFLICT (tenant_id, day, code_id) DO UPDATE SET
      views = kept.views + excluded.views,
      scans = kept.scans + excluded.scans
  ), item AS MATERIALIZED (
    SELECT tenant_id, day, item_id, sum(seen) AS seen, sum(opened) AS opened
    FROM unnest($11::bigint[], $12::int[], $13::int[], $14::int[]) AS row (n, item_id, seen, opened)
    JOIN quarter USING (n) GROUP BY 1, 2, 3
  ), raised_items AS (
    UPDATE item_tally AS kept SET seen = kept.seen + item.seen, opened = kept.opened + item.opened
    FROM item WHERE (kept.tenant_id, kept.day, kept.item_id) = (item.tenant_id, item.day, item.item_id)
    RETURNING kept.tenant_id, kept.day, kept.item_id
  ), new_items AS MATERIALIZED (
    SELECT item.* FROM item LEFT JOIN raised_items AS raised USING (tenant_id, day, item_id) WHERE raised.day IS NULL
  ), added_items AS (
    INSERT INTO item_tally (tenant_id, day, item_id, seen, opened)
    SELECT tenant_id, day, item_id, seen, opened FROM new_items
    WHERE (tenant_id, day) NOT IN (
      SELECT tenant_id, day FROM item_tally JOIN (SELECT DISTINCT tenant_id, day FROM new_items) AS days USING (tenant_id, day)
      GROUP BY 1, 2 HAVING count(*) >= ${ITEMS_A_DAY})
  ), guest AS MATERIALIZED (
    SELECT tenant_id, zone, day, decode(hash, 'hex') AS hash, decode(min(network), 'hex') AS network,
      min(quarter) AS quarter
    FROM unnest($15::bigint[], $16::text[], $17::text[]) AS row (n, hash, network) JOIN quarter USING (n)
    GROUP BY 1, 2, 3, 4
  ), new_guests AS MATERIALIZED (
    SELECT guest.*, row_number() OVER (PARTITION BY guest.tenant_id, guest.day, guest.network ORDER BY guest.quarter) AS place
    FROM guest LEFT JOIN visitor AS kept USING (tenant_id, day, hash) WHERE kept.day IS NULL
  ), network AS (
    SELECT tenant_id, day, network, count(*) AS visitors
    FROM visitor JOIN (SELECT DISTINCT tenant_id, day, network FROM new_guests) AS networks USING (tenant_id, day, network)
    GROUP BY 1, 2, 3
  ), first_seen AS (
    INSERT INTO visitor (tenant_id, day, hash, network, ends_at)
    SELECT tenant_id, day, hash, network, ${dayStart('(day + 1)::timestamp', 'zone')}
    FROM new_guests LEFT JOIN network USING (tenant_id, day, network)
    WHERE coalesce(visitors, 0) + place <= ${VISITORS_PER_ADDRESS}
    RETURNING tenant_id, day, hash
  ), newcomers AS (
    SELECT tenant_id, quarter, count(*) AS visitors FROM first_seen JOIN guest USING (tenant_id, day, hash) GROUP BY 1, 2
  )
  INSERT INTO quarter_tally AS kept (tenant_id, quarter, views, view_seconds, scans, visitors)
  SELECT tenant_id, quarter, views, seconds, scans, coalesce(visitors, 0)
  FROM quarter LEFT JOIN newcomers USING (tenant_id, quarter)
  ON CONFLICT (tenant_id, quarter) DO UPDATE SET
    views = kept.views + excluded.views,
    view_seconds = kept.view_seconds + excluded.view_seconds,
    scans = kept.scans + excluded.scans,
    visitors = kept.visitors + excluded.visitors`;

interface LedgerDeps {
  pool: Pool;
  tenants: Tenants;
  knownIds: KnownIds;
  /** Called when all visits before `time` (Unix time in milliseconds) are counted. */
  caughtUp(time: number): void;
}

/**
 * The tallies as the ledger of the visit stream. Tallies and position change in one transaction, so each visit is
 * counted once even if a process crashes. Visits to unknown or inactive restaurants are skipped, and so are the dishes and
 * codes of a visit that its restaurant does not have. A batch is not taken while a service that it needs for that is down.
 */
export function visitLedger({ pool, tenants, knownIds, caughtUp }: LedgerDeps): StreamLedger<Visit> {
  const lookUp = async (one: Tally): Promise<[Tally, Tenant][]> => {
    const tenant = await tenants.find(one.tenantId);
    return tenant?.isActive ? [[await knownIds.knownPart(one), tenant]] : [];
  };
  return {
    async position() {
      const { rows } = await pool.query('SELECT entry_id FROM stream_position WHERE stream = $1', [visitStream.name]);
      return rows[0]?.entry_id ?? STREAM_START;
    },
    async take(visits, from, to) {
      const found = tally(visits);
      const known: [Tally, Tenant][] = [];
      while (found.length > 0)
        known.push(...(await Promise.all(found.splice(0, RESTAURANTS_AT_ONCE).map(lookUp))).flat());
      return inPoolTransaction(pool, async (client) => {
        // The row is locked from here on. A concurrent counter waits, and then finds the position moved.
        const { rowCount } = await client.query(
          'UPDATE stream_position SET entry_id = $3 WHERE stream = $1 AND entry_id = $2',
          [visitStream.name, from, to],
        );
        if (rowCount === 0) return false;
        await client.query("SELECT set_config('app.platform', 'on', true)");
        // Not a prepared statement: batches differ, and planning takes a fraction of the execution time.
        await client.query(ADD, columnsOf(known));
        return true;
      });
    },
    caughtUp,
  };
}

/** The parameters of ADD as columns. Rows of codes, items and visitors refer to their quarter by its position, from 1. */
function columnsOf(known: readonly [Tally, Tenant][]): unknown[] {
  const tenants: [id: string[], zone: string[]] = [[], []];
  const quarters: [start: string[], views: number[], seconds: number[], scans: number[]] = [[], [], [], []];
  const codes: [place: number[], id: string[], views: number[], scans: number[]] = [[], [], [], []];
  const items: [place: number[], id: number[], seen: number[], opened: number[]] = [[], [], [], []];
  const visitors: [place: number[], hash: string[], network: string[]] = [[], [], []];
  for (const [tally, { timeZone }] of known) {
    const places = new Map<string, number>();
    for (const { quarter, views, seconds, scans } of tally.quarters) {
      addRow(tenants, tally.tenantId, timeZone);
      addRow(quarters, quarter, views, seconds, scans);
      places.set(quarter, quarters[0].length);
    }
    const placeOf = (quarter: string) => places.get(quarter) as number;
    for (const { quarter, code, views, scans } of tally.codes) addRow(codes, placeOf(quarter), code, views, scans);
    for (const { quarter, item, seen, opened } of tally.items) addRow(items, placeOf(quarter), item, seen, opened);
    for (const { quarter, hash, network } of tally.visitors) addRow(visitors, placeOf(quarter), hash, network);
  }
  return [...tenants, ...quarters, ...codes, ...items, ...visitors].map(arrayText);
}

function addRow<Row extends unknown[]>(columns: { [At in keyof Row]: Row[At][] }, ...row: Row): void {
  for (let at = 0; at < row.length; at += 1) columns[at]?.push(row[at]);
}

/** Passes numbers as an array literal: the driver would check each one for characters to escape. */
const arrayText = (column: (string | number)[]): unknown =>
  typeof column[0] === 'number' ? `{${column.join(',')}}` : column;
