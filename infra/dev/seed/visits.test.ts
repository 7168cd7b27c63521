import { testDatabase } from '@tavola/test-kit/database.ts';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { makeVisits, VISIT_DAYS } from './make-visits.ts';
import { seedDemo, seedMany } from './seed.ts';
import { seedId } from './seed-id.ts';

const items = Array.from({ length: 40 }, (_, n) => ({ id: n + 1, isPopular: n % 8 === 0 }));
const codes = ['main', 'table1', 'table2'];
const made = makeVisits({ today: '2026-11-20', minutes: 24 * 60, items, codes });
const sum = <Row>(rows: readonly Row[], value: (row: Row) => number) => rows.reduce((all, row) => all + value(row), 0);
const views = (test: (local: string) => boolean) =>
  sum(
    made.quarters.filter(({ local }) => test(local)),
    (row) => row.views,
  );

describe('made-up visits', () => {
  it('are the same ones for the same day', () => {
    expect(makeVisits({ today: '2026-11-20', minutes: 24 * 60, items, codes })).toEqual(made);
    expect(makeVisits({ today: '2026-11-21', minutes: 24 * 60, items, codes })).not.toEqual(made);
  });

  it('are on 90 days, the last of them today, at hours when people eat', () => {
    const days = new Set(made.quarters.map(({ local }) => local.slice(0, 10)));
    expect(days.size).toBe(VISIT_DAYS);
    expect([...days].sort().at(-1)).toBe('2026-11-20');
    for (const { local } of made.quarters) expect(local.slice(11)).toMatch(/^(1[1-9]|2[0-2]):(00|15|30|45)$/);
    expect(views((local) => local.includes('T19:'))).toBeGreaterThan(3 * views((local) => local.includes('T15:')));
    expect(views((local) => local.includes('T12:'))).toBeGreaterThan(3 * views((local) => local.includes('T16:')));
  });

  it('end now', () => {
    const noon = makeVisits({ today: '2026-11-20', minutes: 12 * 60 + 1, items, codes });
    expect(noon.quarters.map(({ local }) => local).filter((local) => local >= '2026-11-20T12:15')).toEqual([]);
    const morning = makeVisits({ today: '2026-11-20', minutes: 9 * 60, items, codes });
    expect(morning.quarters.at(-1)?.local.slice(0, 10)).toBe('2026-11-19');
  });

  it('are more on weekends than on Mondays, and grow', () => {
    const on = (weekday: number) => views((local) => new Date(local.slice(0, 10)).getUTCDay() === weekday);
    expect(on(6)).toBeGreaterThan(1.5 * on(1));
    expect(views((local) => local >= '2026-10-22')).toBeGreaterThan(views((local) => local < '2026-09-22'));
  });

  it('agree with one another', () => {
    for (const { views: all, visitors, seconds } of made.quarters) {
      expect(visitors).toBeLessThanOrEqual(all);
      expect(seconds).toBeLessThanOrEqual(all * 1800);
    }
    for (const { seen, opened } of made.items) expect(opened).toBeLessThanOrEqual(seen);
    expect(sum(made.codes, (row) => row.scans)).toBe(sum(made.quarters, (row) => row.scans));
    expect(sum(made.codes, (row) => row.views)).toBeLessThan(views(() => true));
    expect(sum(made.codes, (row) => row.views)).toBeGreaterThan(views(() => true) / 2);
    expect(new Set(made.items.map(({ item }) => item)).size).toBe(items.length);
  });

  it('need neither items nor codes', () => {
    const bare = makeVisits({ today: '2026-11-20', minutes: 600, items: [], codes: [] });
    expect(bare.items).toEqual([]);
    expect(bare.codes).toEqual([]);
    expect(sum(bare.quarters, (row) => row.scans)).toBe(0);
  });
});

describe('seeding visits', async () => {
  const database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  afterAll(() => pool.end());
  const demo = seedId('tenant', 'demo');
  const tables = ['analytics.quarter_tally', 'analytics.code_tally', 'analytics.item_tally', 'qr.code'];
  const rows = () => Promise.all(tables.map((table) => database.rows(`SELECT * FROM ${table} AS t ORDER BY t::text`)));

  it('gives them to the demonstration alone, and takes no second', async () => {
    await seedDemo(pool);
    await seedMany(pool, 3);
    for (const table of tables)
      expect(await database.rows(`SELECT DISTINCT tenant_id FROM ${table}`)).toEqual([{ tenant_id: demo }]);
    const [span] = await database.rows(
      `SELECT count(DISTINCT (quarter AT TIME ZONE 'America/New_York')::date)::int >= 89 AS whole,
              max(quarter) <= now() AS past, min(quarter) < now() - interval '60 days' AS enough
       FROM analytics.quarter_tally`,
    );
    expect(span).toEqual({ whole: true, past: true, enough: true });
    const strangers = await database.rows(
      'SELECT FROM analytics.item_tally LEFT JOIN menu.item ON id = item_id AND item.tenant_id = item_tally.tenant_id WHERE id IS NULL',
    );
    expect(strangers).toEqual([]);
    expect(await database.rows('SELECT name FROM qr.code WHERE main_of = $1', [demo])).toEqual([{ name: 'Main code' }]);
    const ids = await database.rows<{ id: string }>('SELECT id FROM qr.code');
    for (const { id } of ids) expect(id).toMatch(/^[2-9a-km-z]{8}$/);
  });

  it('adds nothing where somebody was counted', async () => {
    const before = await rows();
    await seedDemo(pool);
    expect(await rows()).toEqual(before);
  });
});
