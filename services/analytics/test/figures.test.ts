import { analytics as contract } from '@tavola/contracts/analytics.ts';
import type { Visit } from '@tavola/contracts/events.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { type Owner, startAnalytics } from './setup.ts';

const analytics = await startAnalytics();
const { call, counted, figures, owner, tell, timeIs, untilCounted } = analytics;
afterEach(() => timeIs(null));

const view = ({ tenantId }: Owner, at: string, more: Partial<Extract<Visit, { kind: 'view' }>> = {}): Visit => ({
  kind: 'view',
  tenantId,
  at: Date.parse(at),
  seconds: 60,
  ...more,
});
const scan = ({ tenantId }: Owner, at: string, codeId: string): Visit => ({
  kind: 'scan',
  tenantId,
  at: Date.parse(at),
  codeId,
});
const busyHours = (hours: { weekday: number; hour: number; views: number }[]) =>
  hours.filter(({ views }) => views > 0).map(({ weekday, hour, views }) => [weekday, hour, views]);
const days = async (ada: Owner, from: string, to: string) =>
  (await figures(ada, `?from=${from}&to=${to}`)).body.days.map((one: { day: string; views: number }) => [
    one.day,
    one.views,
  ]);

describe('GET /api/analytics', () => {
  it('says that there is no data yet', async () => {
    timeIs('2026-11-20T12:00:00Z');
    const { status, body } = await figures(owner('Europe/Berlin'));
    expect(status).toBe(200);
    expect(contract.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      range: { from: '2026-10-22', to: '2026-11-20' },
      timeZone: 'Europe/Berlin',
      hasData: false,
      totals: { views: 0, scans: 0, visitors: 0, averageSeconds: 0 },
      before: null,
      items: [],
      sources: [],
    });
    expect(body.days).toHaveLength(30);
    expect(body.hours).toHaveLength(7 * 24);
  });

  it('adds up days, hours, visitors, items and sources', async () => {
    const ada = owner('Europe/Berlin');
    const [one, two] = ['00000000000000a1', '00000000000000a2'];
    await tell(
      scan(ada, '2026-11-19T18:00:00Z', 'table4'),
      view(ada, '2026-11-19T18:05:00Z', { source: 'table4', visitor: one, seen: [1, 2], opened: [2], seconds: 30 }),
      view(ada, '2026-11-19T18:20:00Z', { visitor: one, seen: [1], seconds: 90 }),
      view(ada, '2026-11-19T22:59:59.999Z', { visitor: two }),
      // Already the next day in Berlin.
      view(ada, '2026-11-19T23:00:00Z', { visitor: two, seen: [2, 3], opened: [3], source: 'window' }),
      scan(ada, '2026-11-20T11:00:00Z', 'table4'),
      scan(ada, '2026-11-20T11:00:00Z', 'window'),
    );
    await untilCounted();
    const { body } = await figures(ada, '?from=2026-11-18&to=2026-11-20');
    expect(contract.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      range: { from: '2026-11-18', to: '2026-11-20' },
      hasData: true,
      totals: { views: 4, scans: 3, visitors: 3, averageSeconds: 60 },
      before: null,
      days: [
        { day: '2026-11-18', views: 0, scans: 0, visitors: 0 },
        { day: '2026-11-19', views: 3, scans: 1, visitors: 2 },
        { day: '2026-11-20', views: 1, scans: 2, visitors: 1 },
      ],
      items: [
        { itemId: 2, seen: 2, opened: 1 },
        { itemId: 3, seen: 1, opened: 1 },
        { itemId: 1, seen: 2, opened: 0 },
      ],
      sources: [
        { codeId: null, views: 2, scans: 0 },
        { codeId: 'table4', views: 1, scans: 2 },
        { codeId: 'window', views: 1, scans: 1 },
      ],
    });
    // 19 November 2026 is a Thursday.
    expect(busyHours(body.hours)).toEqual([
      [4, 19, 2],
      [4, 23, 1],
      [5, 0, 1],
    ]);
    expect((await figures(ada, '?from=2026-11-20&to=2026-11-20')).body).toMatchObject({
      totals: { views: 1, scans: 2, visitors: 1 },
      items: [
        { itemId: 3, seen: 1, opened: 1 },
        { itemId: 2, seen: 1, opened: 0 },
      ],
      sources: [
        { codeId: 'window', views: 1, scans: 1 },
        { codeId: 'table4', views: 0, scans: 1 },
      ],
    });
    expect((await figures(ada, '?from=2026-01-01&to=2026-01-02')).body).toMatchObject({
      hasData: true,
      totals: { views: 0 },
    });
  });

  it('lists the 50 items opened most and the 50 seen most', async () => {
    const ada = owner();
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
    await tell(
      view(ada, '2026-11-19T18:00:00Z', { seen: ids(1, 200), opened: ids(101, 40) }),
      view(ada, '2026-11-19T18:00:00Z', { seen: ids(1, 20) }),
    );
    await untilCounted();
    const { items } = (await figures(ada, '?from=2026-11-19&to=2026-11-19')).body;
    expect(items.map(({ itemId }: { itemId: number }) => itemId)).toEqual([...ids(101, 40), ...ids(1, 20)]);
  });
});

it('made-up codes of many days do not crowd out the codes that were scanned', async () => {
  const ada = owner();
  await counted(ada, '2026-11-19T18:00Z', { views: 2_501, scans: 1 });
  await analytics.database.rows(
    `INSERT INTO analytics.code_tally (tenant_id, day, code_id, views, scans)
     SELECT $1::uuid, date '2026-11-17' + n % 3, 'madeup' || n, 1, 0 FROM generate_series(1, 2500) AS n
     UNION ALL SELECT $1, date '2026-11-19', 'window', 1, 1`,
    [ada.tenantId],
  );
  const { sources } = (await figures(ada, '?from=2026-11-17&to=2026-11-19')).body;
  expect(sources).toHaveLength(1_001);
  expect(sources[0]).toEqual({ codeId: null, views: 1_501, scans: 0 });
  expect(sources).toContainEqual({ codeId: 'window', views: 1, scans: 1 });
});

describe('a range of days', () => {
  it('ends today and has 30 days by default', async () => {
    const ada = owner('Pacific/Auckland');
    timeIs('2026-11-20T11:00:00Z');
    expect((await figures(ada)).body.range).toEqual({ from: '2026-10-23', to: '2026-11-21' });
    expect((await figures(ada, '?from=2026-11-01')).body.range).toEqual({ from: '2026-11-01', to: '2026-11-21' });
    expect((await figures(ada, '?to=2026-11-10')).body.range).toEqual({ from: '2026-10-12', to: '2026-11-10' });
    expect((await figures(ada, '?from=2025-10-18&to=2026-11-21')).body.days).toHaveLength(400);
  });
});

describe('days and hours', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29', '2026-03-29T22:00Z'],
    ['Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25', '2026-10-25T23:00Z'],
    ['America/New_York', '2026-03-08T05:00Z', '2026-03-08', '2026-03-09T04:00Z'],
    ['America/New_York', '2026-11-01T04:00Z', '2026-11-01', '2026-11-02T05:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T13:30Z', '2026-10-04', '2026-10-04T13:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-05', '2026-04-05T13:30Z'],
    // Midnight is there twice.
    ['Atlantic/Azores', '2026-10-25T00:00Z', '2026-10-25', '2026-10-26T01:00Z'],
    ['America/Havana', '2026-11-01T04:00Z', '2026-11-01', '2026-11-02T05:00Z'],
    // There is no midnight.
    ['Africa/Cairo', '2026-04-23T22:00Z', '2026-04-24', '2026-04-24T21:00Z'],
    ['Asia/Kolkata', '2026-11-19T18:30Z', '2026-11-20', '2026-11-20T18:30Z'],
    ['Asia/Kathmandu', '2026-11-19T18:15Z', '2026-11-20', '2026-11-20T18:15Z'],
  ])('in %s change at midnight: %s (%s) %s', async (zone, first, day, after) => {
    const quarterBefore = (time: string) => new Date(Date.parse(time) - 15 * 60_000).toISOString();
    const [before, last] = [quarterBefore(first), quarterBefore(after)];
    const ada = owner(zone);
    await counted(ada, before, { views: 1 });
    await counted(ada, first, { views: 2 });
    await counted(ada, last, { views: 4 });
    await counted(ada, after, { views: 8 });
    expect(await days(ada, day, day)).toEqual([[day, 6]]);
    const shifted = (by: number) => new Date(Date.parse(day) + by * 24 * 3600_000).toISOString().slice(0, 10);
    expect(await days(ada, shifted(-1), shifted(1))).toEqual([
      [shifted(-1), 1],
      [day, 6],
      [shifted(1), 8],
    ]);
    // The counts of items and codes from the stream match.
    const [eve] = [owner(zone)];
    const said = { seen: [7], source: 'table4' };
    for (const at of [before, first, last, after]) await tell(view(eve, at, said));
    await untilCounted();
    expect((await figures(eve, `?from=${day}&to=${day}`)).body).toMatchObject({
      totals: { views: 2 },
      items: [{ itemId: 7, seen: 2 }],
      sources: [{ codeId: 'table4', views: 2 }],
    });
  });

  it('are right for repeated and skipped hours', async () => {
    const ada = owner('Europe/Berlin');
    for (const at of ['2026-10-25T00:30Z', '2026-10-25T01:30Z']) await counted(ada, at, { views: 1 });
    expect(busyHours((await figures(ada, '?from=2026-10-25&to=2026-10-25')).body.hours)).toEqual([[7, 2, 2]]);
    for (const at of ['2026-03-29T00:59Z', '2026-03-29T01:00Z']) await counted(ada, at, { views: 1 });
    expect(busyHours((await figures(ada, '?from=2026-03-29&to=2026-03-29')).body.hours)).toEqual([
      [7, 1, 1],
      [7, 3, 1],
    ]);
  });

  it('are right in half-hour zones', async () => {
    const ada = owner('Asia/Kolkata');
    for (const at of ['2026-11-20T12:15Z', '2026-11-20T12:30Z']) await counted(ada, at, { views: 1 });
    expect(busyHours((await figures(ada, '?from=2026-11-20&to=2026-11-20')).body.hours)).toEqual([
      [5, 17, 1],
      [5, 18, 1],
    ]);
  });

  it.each(['+05:30', 'Mars/Olympus_Mons'])('are those of UTC where the time zone is none: %s', async (zone) => {
    const ada = owner(zone);
    await counted(ada, '2026-11-20T23:30Z', { views: 1 });
    expect((await figures(ada, '?from=2026-11-20&to=2026-11-20')).body).toMatchObject({
      timeZone: 'UTC',
      totals: { views: 1 },
    });
  });
});

describe('the period before', () => {
  const range = '?from=2026-11-11&to=2026-11-20';

  it('is shown if there are visits before its start', async () => {
    const ada = owner('America/New_York');
    timeIs('2026-12-01T00:00:00Z');
    await counted(ada, '2026-11-15T12:00Z', { views: 4, seconds: 40, scans: 2, visitors: 3 });
    await counted(ada, '2026-11-01T04:00Z', { views: 2, seconds: 60, scans: 1, visitors: 1 });
    expect((await figures(ada, range)).body.before).toBe(null);
    await counted(ada, '2026-11-01T03:45Z', { views: 100 });
    expect((await figures(ada, range)).body).toMatchObject({
      totals: { views: 4, scans: 2, visitors: 3, averageSeconds: 10 },
      before: { views: 2, scans: 1, visitors: 1, averageSeconds: 30 },
    });
  });

  it('ends at the current time of day if the last day is today', async () => {
    const ada = owner('Europe/Berlin');
    await counted(ada, '2026-11-18T12:00Z', { views: 100 });
    await counted(ada, '2026-11-19T11:45Z', { views: 2 });
    await counted(ada, '2026-11-19T12:00Z', { views: 4 });
    await counted(ada, '2026-11-20T11:45Z', { views: 3 });
    timeIs('2026-11-20T12:00:00Z');
    const today = '?from=2026-11-20&to=2026-11-20';
    expect((await figures(ada, today)).body).toMatchObject({ totals: { views: 3 }, before: { views: 2 } });
    timeIs('2026-11-21T12:00:00Z');
    expect((await figures(ada, today)).body).toMatchObject({ totals: { views: 3 }, before: { views: 6 } });
  });
});

describe('GET /api/analytics/export.csv', () => {
  it('is a file named after the restaurant, with everything in it and no formula', async () => {
    const ada = owner();
    await tell(
      view(ada, '2026-11-19T18:05:00Z', { source: 'table4', seen: [1, 2, 3, 99], opened: [2], seconds: 30 }),
      scan(ada, '2026-11-20T11:00:00Z', 'table4'),
      scan(ada, '2026-11-20T11:00:00Z', 'window'),
      scan(ada, '2026-11-20T11:00:00Z', 'madeup'),
    );
    await untilCounted();
    const response = await agreedFetch(`${analytics.url}/api/analytics/export.csv?from=2026-11-19&to=2026-11-20`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename=da-ada-${ada.tenantId}-analytics-2026-11-19-to-2026-11-20.csv`,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines.filter((line) => !line.startsWith('Hour') || !line.includes(':00,,0,0'))).toEqual([
      'What,Name,Id,Views,Scans,Visitors,Average seconds,Seen,Opened',
      'Total,2026-11-19 to 2026-11-20,,1,3,0,30,,',
      'Day,2026-11-19,,1,0,0,,,',
      'Day,2026-11-20,,0,3,0,,,',
      'Hour,Thursday 18:00,,1,0,,,,',
      'Hour,Friday 11:00,,0,3,,,,',
      `Item,"'=HYPERLINK(""http://evil.test"",""Click"")",2,,,,,1,1`,
      'Item,Margherita,1,,,,,1,0',
      'Item,"Fish, chips",3,,,,,1,0',
      'Item,Deleted item,99,,,,,1,0',
      'Code,Table 4,table4,1,1,,,,',
      'Code,Unknown code,madeup,0,1,,,,',
      `Code,"'@SUM(A1:A9), window",window,0,1,,,,`,
      '',
    ]);
  });
});

// Last: qr does not come back.
describe('while qr is down', () => {
  it('figures are served, and the export, which names codes, is a 503', async () => {
    const ada = owner();
    await analytics.qr.close();
    expect((await figures(ada)).status).toBe(200);
    expectProblem(await call('GET', '/api/analytics/export.csv', { token: ada.token }), 503);
  });
});
