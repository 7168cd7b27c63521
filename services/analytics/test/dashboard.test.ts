import { dashboardStats } from '@tavola/contracts/analytics.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { startAnalytics } from './setup.ts';

const analytics = await startAnalytics();
const { counted, owner, stats, timeIs } = analytics;
afterEach(() => timeIs(null));

const NO_CHANGES = { totalViews: null, totalItems: null, totalScans: null, avgViewTime: null };
const ago = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();

describe('GET /api/dashboard/stats', () => {
  it('is all zero for a restaurant without visits, except for its items', async () => {
    const answer = await stats(owner());
    expect(answer.status).toBe(200);
    expect(dashboardStats.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toEqual({
      totalViews: 0,
      totalItems: 9,
      totalScans: 0,
      hasScans: false,
      avgViewTime: '0s',
      changes: NO_CHANGES,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('adds up all views, averages their time, and counts the scans of today [S3.9 S7.13]', async () => {
    const ada = owner();
    timeIs(ago(0));
    await counted(ada, ago(40), { views: 3, seconds: 30, scans: 7 });
    await counted(ada, ago(1), { views: 1, seconds: 50, scans: 5 });
    await counted(ada, ago(0), { views: 4, seconds: 1120, scans: 2 });
    expect((await stats(ada)).body).toMatchObject({
      totalViews: 8,
      totalItems: 9,
      totalScans: 2,
      hasScans: true,
      avgViewTime: '2m 30s',
    });
  });

  it('says that a code was ever scanned', async () => {
    const ada = owner();
    await counted(ada, ago(300), { scans: 1 });
    expect((await stats(ada)).body).toMatchObject({ totalScans: 0, hasScans: true });
  });

  it('counts more views than an integer holds', async () => {
    const ada = owner();
    await counted(ada, ago(2), { views: 2_000_000_000, seconds: 200_000_000_000 });
    await counted(ada, ago(1), { views: 2_000_000_000, seconds: 200_000_000_000 });
    expect((await stats(ada)).body).toMatchObject({ totalViews: 4_000_000_000, avgViewTime: '1m 40s' });
  });
});

describe('scans of today', () => {
  it('are those from midnight to midnight, also where midnight is there twice', async () => {
    const ada = owner('America/Havana');
    const [first, next] = ['2026-11-01T04:00Z', '2026-11-02T05:00Z'];
    await counted(ada, '2026-11-01T03:45Z', { scans: 8 });
    await counted(ada, first, { scans: 1 });
    await counted(ada, '2026-11-02T04:45Z', { scans: 2 });
    await counted(ada, next, { scans: 4 });
    const scansAt = async (time: string) => {
      timeIs(time);
      return (await stats(ada)).body.totalScans;
    };
    // Visits after "now" belong to no past day, but are still counted.
    expect(await scansAt('2026-11-01T03:59:59Z')).toBe(15);
    expect(await scansAt('2026-11-01T04:00:01Z')).toBe(7);
    expect(await scansAt('2026-11-02T04:59:59Z')).toBe(7);
    expect(await scansAt(next)).toBe(4);
  });
});

describe('the lines under the cards', () => {
  const NOON = '2026-11-20T12:00:00Z';
  const before = (days: number, hours = 0) =>
    new Date(Date.parse(NOON) - days * 24 * 3600_000 - hours * 3600_000).toISOString();

  it('compare the last 30 days with the 30 before, if there are older visits', async () => {
    const ada = owner();
    timeIs(NOON);
    await counted(ada, before(2), { views: 56, seconds: 56 * 115 });
    await counted(ada, before(45), { views: 50, seconds: 50 * 100 });
    expect((await stats(ada)).body.changes).toMatchObject({ totalViews: null, avgViewTime: null });
    await counted(ada, before(61), { views: 1, seconds: 1 });
    expect((await stats(ada)).body.changes).toEqual({
      totalViews: '+12% from last month',
      totalItems: null,
      totalScans: 'Same as yesterday',
      avgViewTime: '+15% engagement',
    });
  });

  it("compare today's scans with yesterday's up to the same time", async () => {
    const ada = owner();
    timeIs(NOON);
    await counted(ada, before(0, 2), { scans: 27 });
    await counted(ada, before(1, 2), { scans: 25 });
    expect((await stats(ada)).body.changes.totalScans).toBe(null);
    await counted(ada, before(2), { scans: 1 });
    await counted(ada, before(1, -5), { scans: 1000 });
    expect((await stats(ada)).body.changes.totalScans).toBe('+8% from yesterday');
  });
});

describe('while another service is down', () => {
  it('the last known time zone is used', async () => {
    const ada = owner('Asia/Kolkata');
    await stats(ada);
    analytics.authIs('away');
    expect((await stats(ada)).status).toBe(200);
    expectProblem(await stats(owner()), 503);
    analytics.authIs('there');
  });

  // Last: menu does not come back.
  it('figures that need menu are a 503', async () => {
    await analytics.menu.close();
    const answer = await stats(owner());
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
  });
});
