import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { startAnalytics } from './setup.ts';

const { call, database, leave, owner, sums, tell, untilCounted, untilSums, close } = await startAnalytics();
const NOTHING = { views: 0, seconds: 0, scans: 0, visitors: 0 };
const end = (id: string) => call('DELETE', `/internal/tenants/${id}`, AS_SERVICE);

describe('DELETE /internal/tenants/{tenantId}', () => {
  it('deletes more rows than one transaction holds', async () => {
    const { tenantId } = owner();
    await database.rows(
      `INSERT INTO analytics.item_tally (tenant_id, day, item_id)
       SELECT $1, date '2026-01-01' + n / 1000, n % 1000 FROM generate_series(1, 45000) AS n`,
      [tenantId],
    );
    expect((await end(tenantId)).status).toBe(204);
    expect(await database.rows('SELECT 1 FROM analytics.item_tally WHERE tenant_id = $1', [tenantId])).toEqual([]);
  });
});

describe('an inactive restaurant', () => {
  it('gets no counts, from its page or its codes', async () => {
    const [ada, open] = [owner(), owner()];
    close(ada);
    for (const { tenantId } of [ada, open]) {
      await leave({ tenantId, seconds: 3 });
      await tell({ kind: 'scan', tenantId, at: Date.now(), codeId: 'abcdefgh' });
    }
    await untilSums(open, { views: 1, scans: 1 });
    const usage = async ({ tenantId }: { tenantId: string }) =>
      (await call('GET', `/internal/tenants/${tenantId}/usage`, AS_SERVICE)).body;
    expect([await usage(open), await usage(ada)]).toEqual([{ scans: 1 }, { scans: 0 }]);
    await untilCounted();
    expect(await sums(ada)).toEqual(NOTHING);
  });
});
