import type { Visit } from '@tavola/contracts/events.ts';
import { describe, expect, it } from 'vitest';
import { tally } from './tally.ts';

const [ada, bea] = ['a', 'b'];
const view = (tenantId: string, at: number, seconds: number): Visit => ({ kind: 'view', tenantId, at, seconds });
const scan = (tenantId: string, at: number): Visit => ({ kind: 'scan', tenantId, at, codeId: '23456789' });
const noon = Date.UTC(2026, 10, 20, 12);

describe('adding up a batch of visits', () => {
  it('gives nothing for nothing', () => {
    expect(tally([])).toEqual([]);
  });

  it('adds up views, seconds and scans by restaurant', () => {
    expect(
      tally([view(ada, noon, 10), scan(bea, noon), view(ada, noon, 20), scan(ada, noon), view(bea, noon, 0)]),
    ).toEqual([
      { tenantId: ada, day: '2026-11-20', views: 2, viewSeconds: 30, scans: 1 },
      { tenantId: bea, day: '2026-11-20', views: 1, viewSeconds: 0, scans: 1 },
    ]);
  });

  it('parts the days at midnight UTC, to the millisecond', () => {
    const midnight = Date.UTC(2026, 11, 31, 24);
    expect(tally([view(ada, midnight - 1, 1), view(ada, midnight, 2)])).toEqual([
      { tenantId: ada, day: '2026-12-31', views: 1, viewSeconds: 1, scans: 0 },
      { tenantId: ada, day: '2027-01-01', views: 1, viewSeconds: 2, scans: 0 },
    ]);
  });
});
