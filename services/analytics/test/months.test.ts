import { exported as exportedBy } from '@tavola/test-kit/exported.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { monthFolding } from '../src/visit/fold-months.ts';
import { type Owner, startAnalytics } from './setup.ts';

const analytics = await startAnalytics();
const { call, counted, database, deps, figures, owner, timeIs } = analytics;
afterEach(() => timeIs(null));

const NOW = '2026-11-20T12:00:00Z';
/** 400 days before are in this month. */
const KEPT_FROM = '2025-10-01';

const sweep = () => monthFolding(deps.pool, deps.tenants, deps.now)();
const exported = ({ tenantId }: Owner) => exportedBy(call, 'analytics', tenantId);

/** Adds a view of every quarter of an hour from `from` on, and rows of two codes and items for each day before `to`. */
const fill = ({ tenantId }: Owner, from: string, to: string, zone: string) =>
  database.rows(
    `WITH quarters AS (
       INSERT INTO analytics.quarter_tally
       SELECT $1, quarter, 2, 30, 1, 1
       FROM generate_series($2::timestamp AT TIME ZONE $4, $3::timestamp AT TIME ZONE $4 - interval '15 minutes', '15 minutes') AS quarter
     ), days AS (SELECT day::date FROM generate_series($2::timestamp, $3::timestamp - interval '1 day', '1 day') AS day),
     codes AS (
       INSERT INTO analytics.code_tally SELECT $1, day, code, 3, 1 FROM days, unnest('{table4,window}'::text[]) AS code
     )
     INSERT INTO analytics.item_tally SELECT $1, day, item, 5, 2 FROM days, generate_series(1, 2) AS item`,
    [tenantId, from, to, zone],
  );

describe('months that ended over 13 months ago', () => {
  it.each(['America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu'])(
    'are kept as one row each, with the same sums, in %s',
    async (zone) => {
      const ada = owner(zone);
      const bea = owner(zone);
      timeIs(NOW);
      await fill(ada, '2025-08-10', '2025-10-20', zone);
      await counted(bea, '2025-08-10T12:00Z', { views: 1 });
      const ranges = {
        august: '?from=2025-08-01&to=2025-08-31',
        september: '?from=2025-09-01&to=2025-09-30',
        kept: '?from=2025-10-17&to=2026-11-20',
        both: '?from=2025-09-01&to=2025-12-31',
      };
      const read = async () => {
        const found = await Promise.all(Object.values(ranges).map(async (range) => (await figures(ada, range)).body));
        return found.map(({ totals, items, sources, before }) => ({ totals, items, sources, before }));
      };
      const [before, keptBefore] = [await read(), (await figures(ada, ranges.kept)).body];
      expect(before[0]?.totals.views).toBeGreaterThan(4_000);
      await sweep();
      expect(await read()).toEqual(before);
      expect((await figures(ada, ranges.kept)).body).toEqual(keptBefore);

      const { quarters, codes, items } = await exported(ada);
      expect(quarters.slice(0, 3).map(({ quarter }) => quarter)).toEqual([
        '2025-08-01T12:00:00Z',
        '2025-09-01T12:00:00Z',
        `${new Date(Date.parse(`${KEPT_FROM}T00:00Z`) - offsetMs(zone)).toISOString().slice(0, 19)}Z`,
      ]);
      expect(codes.slice(0, 5)).toEqual([
        { day: '2025-08-01', codeId: 'table4', views: 66, scans: 22 },
        { day: '2025-08-01', codeId: 'window', views: 66, scans: 22 },
        { day: '2025-09-01', codeId: 'table4', views: 90, scans: 30 },
        { day: '2025-09-01', codeId: 'window', views: 90, scans: 30 },
        { day: KEPT_FROM, codeId: 'table4', views: 3, scans: 1 },
      ]);
      expect(items[0]).toEqual({ day: '2025-08-01', itemId: 1, seen: 110, opened: 44 });
      expect((await exported(bea)).quarters).toEqual([
        { quarter: '2025-08-01T12:00:00Z', views: 1, viewSeconds: 0, scans: 0, visitors: 0 },
      ]);

      // In parallel and again, it changes nothing.
      await Promise.all([sweep(), sweep()]);
      expect(await read()).toEqual(before);
      expect((await exported(ada)).quarters).toHaveLength(quarters.length);
    },
  );

  it('have no hours, and are compared as a whole only', async () => {
    const ada = owner();
    timeIs(NOW);
    await counted(ada, '2024-01-01T12:00Z', { views: 1 });
    await counted(ada, '2025-08-10T18:00Z', { views: 7 });
    await counted(ada, '2025-10-10T18:00Z', { views: 2 });
    await counted(ada, '2026-08-10T18:00Z', { views: 9 });
    await sweep();
    const hours = async (query: string) =>
      (await figures(ada, query)).body.hours.reduce((sum: number, { views }: { views: number }) => sum + views, 0);
    expect(await hours('?from=2025-08-01&to=2025-10-31')).toBe(2);
    // The 304 days before begin on the first of a month, those of the second range do not.
    expect((await figures(ada, '?from=2026-06-01&to=2027-03-31')).body).toMatchObject({
      totals: { views: 9 },
      before: { views: 9 },
    });
    expect((await figures(ada, '?from=2026-06-01&to=2027-03-29')).body.before).toBe(null);
    expect((await figures(ada, '?from=2026-06-01&to=2026-08-31')).body.before).toMatchObject({ views: 0 });
  });

  it('of more rows than one transaction folds are folded, also when the restaurant before cannot be', async () => {
    const [ada, bea] = [owner(), owner()].toSorted((one, other) => (one.tenantId < other.tenantId ? -1 : 1));
    timeIs(NOW);
    await counted(ada as Owner, '2025-08-10T12:00Z', { views: 2_000_000_000 });
    await counted(ada as Owner, '2025-08-11T12:00Z', { views: 2_000_000_000 });
    await counted(bea as Owner, '2025-08-10T12:00Z', { views: 1 });
    await database.rows(
      `INSERT INTO analytics.item_tally
       SELECT $1, date '2025-08-02' + day, item, 1, 1 FROM generate_series(0, 9) AS day, generate_series(1, 2000) AS item`,
      [bea?.tenantId],
    );
    const folding = monthFolding(deps.pool, deps.tenants, deps.now);
    await expect(folding()).rejects.toThrow('out of range');
    await folding();
    expect((await exported(bea as Owner)).items).toHaveLength(2_000);
    expect((await exported(ada as Owner)).quarters).toHaveLength(2);
    await database.rows('DELETE FROM analytics.quarter_tally WHERE tenant_id = $1', [ada?.tenantId]);
  });
});

/** The offset of `zone` from UTC on KEPT_FROM, in milliseconds. */
function offsetMs(zone: string): number {
  const at = new Date(`${KEPT_FROM}T00:00Z`);
  const local = at.toLocaleString('sv-SE', { timeZone: zone });
  return Date.parse(`${local.replace(' ', 'T')}Z`) - at.getTime();
}
