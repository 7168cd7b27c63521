import { randomUUID } from 'node:crypto';
import { analyticsExport } from '@tavola/contracts/export.ts';
import { describeServicesOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeRoutes } from '../src/app.ts';
import { startAnalytics } from './setup.ts';

const { call, counted, deps, owner, tell, untilCounted } = await startAnalytics();
const ask = (tenantId: string) => call('GET', `/internal/tenants/${tenantId}/export`, AS_SERVICE);

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
    const { status, body } = await ask(ada.tenantId);
    expect(status).toBe(200);
    expect(analyticsExport.strict().parse(body)).toEqual(body);
    expect(body).toEqual({
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
    expect((await ask(randomUUID())).body).toEqual({ quarters: [], codes: [], items: [] });
    expectProblem(await ask('demo'), 400, ['tenantId']);
  });
});

describeServicesOnly(makeRoutes(deps), call);
