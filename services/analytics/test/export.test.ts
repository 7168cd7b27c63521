import { randomUUID } from 'node:crypto';
import { exported, exportedPages } from '@tavola/test-kit/exported.ts';
import { describeServicesOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeRoutes } from '../src/app.ts';
import { startAnalytics } from './setup.ts';

// @module-tag full

const { call, counted, database, deps, owner, tell, untilCounted } = await startAnalytics();

describe('GET /internal/tenants/{tenantId}/export', () => {
  it('returns the counts of one restaurant, oldest first, without visitors', async () => {
    const [ada, bea] = [owner('Europe/Berlin'), owner()];
    const at = Date.parse('2026-11-19T23:20:00Z');
    await counted(ada, '2026-11-21T11:00:00Z', { views: 7, seconds: 3_000_000_000 / 2, visitors: 3 });
    await counted(bea, '2026-11-20T11:00:00Z', { views: 99 });
    await tell(
      { kind: 'scan', tenantId: ada.tenantId, at, codeId: 'table4' },
      {
        kind: 'view',
        tenantId: ada.tenantId,
        at,
        seconds: 30,
        source: 'table4',
        visitor: '00000000000000a1',
        seen: [1, 2],
        opened: [2],
      },
    );
    await untilCounted();
    expect(await exported(call, 'analytics', ada.tenantId)).toEqual({
      quarters: [
        { quarter: '2026-11-19T23:15:00Z', views: 1, viewSeconds: 30, scans: 1, visitors: 1 },
        { quarter: '2026-11-21T11:00:00Z', views: 7, viewSeconds: 1_500_000_000, scans: 0, visitors: 3 },
      ],
      codes: [{ day: '2026-11-20', codeId: 'table4', views: 1, scans: 1 }],
      items: [
        { day: '2026-11-20', itemId: 1, seen: 1, opened: 0 },
        { day: '2026-11-20', itemId: 2, seen: 1, opened: 1 },
      ],
    });
  });

  it('is empty for an unknown restaurant, and refuses a malformed id', async () => {
    expect(await exported(call, 'analytics', randomUUID())).toEqual({ quarters: [], codes: [], items: [] });
    expectProblem(await call('GET', '/internal/tenants/demo/export?table=items', AS_SERVICE), 400, ['tenantId']);
  });

  it('has pages of 5,000 rows, of which each row is on one, in order', async () => {
    const { tenantId } = owner();
    await database.rows(
      `INSERT INTO analytics.item_tally SELECT $1, '2026-01-01'::date + day, item, 1, 0
       FROM generate_series(0, 10) AS day, generate_series(1, 1000) AS item`,
      [tenantId],
    );
    await database.rows(
      `INSERT INTO analytics.code_tally SELECT $1, '2026-01-01'::date + day, 'code' || code, 1, 0
       FROM generate_series(0, 100) AS day, generate_series(1, 50) AS code`,
      [tenantId],
    );
    await database.rows(
      `INSERT INTO analytics.quarter_tally SELECT $1, '2026-01-01T00:00:00Z'::timestamptz + n * interval '15 min', 1, 1, 1, 1
       FROM generate_series(1, 5000) AS n`,
      [tenantId],
    );
    const items = await exportedPages(call, 'analytics', tenantId, 'items');
    expect(items.map((rows) => rows.length)).toEqual([5_000, 5_000, 1_000]);
    expect(new Set(items.flat().map(({ day, itemId }) => `${day} ${itemId}`)).size).toBe(11_000);
    expect(items.flat().map(({ day }) => day)).toEqual(
      items
        .flat()
        .map(({ day }) => day)
        .toSorted(),
    );
    const codes = await exportedPages(call, 'analytics', tenantId, 'codes');
    expect(codes.map((rows) => rows.length)).toEqual([5_000, 50]);
    expect(new Set(codes.flat().map(({ day, codeId }) => `${day} ${codeId}`)).size).toBe(5_050);
    const quarters = await exportedPages(call, 'analytics', tenantId, 'quarters');
    expect(quarters.map((rows) => rows.length)).toEqual([5_000, 0]);
  });
});

describeServicesOnly(makeRoutes(deps), call);
