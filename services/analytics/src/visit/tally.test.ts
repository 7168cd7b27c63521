import type { Visit } from '@tavola/contracts/events.ts';
import { describe, expect, it } from 'vitest';
import { tally } from './tally.ts';

const [ada, bea] = ['a', 'b'];
const view = (tenantId: string, at: number, more: Partial<Extract<Visit, { kind: 'view' }>> = {}): Visit => ({
  kind: 'view',
  tenantId,
  at,
  seconds: 10,
  ...more,
});
const scan = (tenantId: string, at: number, codeId = 'table1'): Visit => ({ kind: 'scan', tenantId, at, codeId });
const noon = Date.UTC(2026, 10, 20, 12);
const quarter = '2026-11-20T12:00:00.000Z';

describe('adding up a batch of visits', () => {
  it('is empty for an empty batch', () => {
    expect(tally([])).toEqual([]);
  });

  it('adds up views, seconds and scans by restaurant', () => {
    const sums = tally([view(ada, noon), scan(bea, noon), view(ada, noon, { seconds: 20 }), scan(ada, noon)]);
    expect(sums.map(({ tenantId, quarters }) => ({ tenantId, quarters }))).toEqual([
      { tenantId: ada, quarters: [{ quarter, views: 2, seconds: 30, scans: 1 }] },
      { tenantId: bea, quarters: [{ quarter, views: 0, seconds: 0, scans: 1 }] },
    ]);
  });

  it('separates quarter hours to the millisecond', () => {
    const end = noon + 15 * 60_000;
    const [sums] = tally([view(ada, end - 1), view(ada, end), view(ada, end + 1)]);
    expect(sums?.quarters.map(({ quarter: at, views }) => [at, views])).toEqual([
      [quarter, 1],
      ['2026-11-20T12:15:00.000Z', 2],
    ]);
  });

  it('adds up scans by code, without views that came by none', () => {
    const [sums] = tally([
      view(ada, noon, { source: 'table1' }),
      view(ada, noon),
      scan(ada, noon),
      scan(ada, noon),
      scan(ada, noon, 'table2'),
    ]);
    expect(sums?.codes).toEqual([
      { quarter, code: 'table1', views: 1, scans: 2 },
      { quarter, code: 'table2', views: 0, scans: 1 },
    ]);
  });

  it('counts an item once per view, and opened items as seen', () => {
    const [sums] = tally([view(ada, noon, { seen: [1, 2, 1], opened: [2, 3, 3] }), view(ada, noon, { seen: [2] })]);
    expect(sums?.items).toEqual([
      { quarter, item: 1, seen: 1, opened: 0 },
      { quarter, item: 2, seen: 2, opened: 1 },
      { quarter, item: 3, seen: 1, opened: 1 },
    ]);
  });

  it('lists each visitor once per quarter hour', () => {
    const [sums] = tally([
      view(ada, noon, { visitor: 'x', network: 'n' }),
      view(ada, noon, { visitor: 'x', network: 'n' }),
      view(ada, noon),
      view(ada, noon + 15 * 60_000, { visitor: 'x' }),
    ]);
    expect(sums?.visitors).toEqual([
      { quarter, hash: 'x', network: 'n' },
      { quarter: '2026-11-20T12:15:00.000Z', hash: 'x', network: 'x' },
    ]);
  });
});
