import { dashboardStats } from '@tavola/contracts/analytics.ts';
import { makeLog } from '@tavola/service-kit/log.ts';
import { makePool } from '@tavola/service-kit/postgres.ts';
import { describeSignedInOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { startAnalytics } from './setup.ts';

const analytics = await startAnalytics();
const { call, database, leave, owner, stats, untilStats } = analytics;

const counted = (tenantId: string, day: string, views: number, seconds: number, scans: number) =>
  database.rows('INSERT INTO analytics.daily_tally VALUES ($1, $2, $3, $4, $5)', [
    tenantId,
    day,
    views,
    seconds,
    scans,
  ]);
const day = (ago: number) => new Date(Date.now() - ago * 24 * 3600_000).toISOString().slice(0, 10);

describe('GET /api/dashboard/stats', () => {
  it('is all zero for a restaurant that nobody has looked at, but for its items', async () => {
    const answer = await stats(owner());
    expect(answer.status).toBe(200);
    expect(dashboardStats.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toEqual({ totalViews: 0, totalItems: 9, totalScans: 0, avgViewTime: '0s' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('adds up the views of all days, averages their time, and counts the scans of today', async () => {
    const ada = owner();
    await counted(ada.tenantId, day(40), 3, 30, 7);
    await counted(ada.tenantId, day(1), 1, 50, 5);
    await counted(ada.tenantId, day(0), 4, 1120, 2);
    expect((await stats(ada)).body).toEqual({ totalViews: 8, totalItems: 9, totalScans: 2, avgViewTime: '2m 30s' });
  });

  it('counts more views than an integer holds', async () => {
    const ada = owner();
    await counted(ada.tenantId, day(1), 2_000_000_000, 200_000_000_000, 0);
    await counted(ada.tenantId, day(0), 2_000_000_000, 200_000_000_000, 0);
    expect((await stats(ada)).body).toMatchObject({ totalViews: 4_000_000_000, avgViewTime: '1m 40s' });
  });

  it("never shows another restaurant's figures", async () => {
    const [ada, bea] = [owner(), owner()];
    await leave({ tenantId: bea.tenantId, seconds: 99 });
    await counted(bea.tenantId, day(1), 70, 700, 7);
    await untilStats(bea, { totalViews: 71 });
    expect((await stats(ada)).body).toMatchObject({ totalViews: 0, totalScans: 0, avgViewTime: '0s' });
    const asked = await call('GET', `/api/dashboard/stats?tenantId=${bea.tenantId}`, { token: ada.token });
    expect(asked.body).toMatchObject({ totalViews: 0 });
  });

  it('is refused for an admin without a restaurant', async () => {
    expectProblem(
      await call('GET', '/api/dashboard/stats', { token: person({ role: 'admin', tenantId: null }).token }),
      403,
    );
  });

  // Last: it does not come back.
  it('is a 503 while menu is away', async () => {
    await analytics.menu.close();
    const answer = await stats(owner());
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
  });
});

describe('the rows of a tally', () => {
  const pool = makePool(database.urlOf('analytics'), 'test', makeLog('test', 'silent'), 1);
  afterAll(() => pool.end());

  it("are seen and written by their own restaurant's requests only", async () => {
    const [ada, bea] = [owner(), owner()];
    await counted(ada.tenantId, day(0), 1, 1, 1);
    await counted(bea.tenantId, day(0), 2, 2, 2);
    expect((await pool.query('SELECT * FROM daily_tally')).rows).toEqual([]);

    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query("SELECT set_config('app.tenant_id', $1, true)", [ada.tenantId]);
    const seen = await client.query('SELECT tenant_id FROM daily_tally');
    const changed = await client.query('UPDATE daily_tally SET views = 0 WHERE tenant_id = $1', [bea.tenantId]);
    const written = client.query('INSERT INTO daily_tally (tenant_id, day) VALUES ($1, $2)', [bea.tenantId, day(9)]);
    await expect(written).rejects.toThrow(/row-level security/);
    await client.query('ROLLBACK');
    client.release();
    expect(seen.rows).toEqual([{ tenant_id: ada.tenantId }]);
    expect(changed.rowCount).toBe(0);
  });
});

describeSignedInOnly(() => call, [{ method: 'GET', path: '/api/dashboard/stats' }]);
