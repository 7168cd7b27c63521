import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { startAnalytics } from './setup.ts';

const { call, database, leave, owner, sums, tell, untilCounted, untilSums, close } = await startAnalytics();
const NOTHING = { views: 0, seconds: 0, scans: 0, visitors: 0 };
const end = (id: string) => call('DELETE', `/internal/tenants/${id}`, AS_SERVICE);

describe('DELETE /internal/tenants/{tenantId}', () => {
  it('deletes all counts of this restaurant only, also when repeated', async () => {
    const [ada, bea] = [owner(), owner()];
    for (const { tenantId } of [ada, bea]) await leave({ tenantId, seconds: 3, source: 'abcdefgh', seen: [1] });
    for (const who of [ada, bea]) await untilSums(who, { views: 1, visitors: 1 });
    expect([(await end(ada.tenantId)).status, (await end(ada.tenantId)).status]).toEqual([204, 204]);
    for (const table of ['quarter_tally', 'code_tally', 'item_tally', 'visitor']) {
      const rows = await database.rows(`SELECT tenant_id FROM analytics.${table} WHERE tenant_id = ANY ($1)`, [
        [ada.tenantId, bea.tenantId],
      ]);
      expect(rows.map(({ tenant_id }) => tenant_id)).toEqual([bea.tenantId]);
    }
  });

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

  it('is for other services only, and refuses a malformed id', async () => {
    const ada = owner();
    await leave({ tenantId: ada.tenantId, seconds: 3 });
    await untilSums(ada, { views: 1 });
    expectProblem(await call('DELETE', `/internal/tenants/${ada.tenantId}`, { token: ada.token }), 404);
    expect(await sums(ada)).toMatchObject({ views: 1 });
    expectProblem(await end('demo'), 400, ['tenantId']);
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
    await untilCounted();
    expect(await sums(ada)).toEqual(NOTHING);
  });
});
