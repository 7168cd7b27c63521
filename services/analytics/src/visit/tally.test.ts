import type { Visit } from '@tavola/contracts/events.ts';
import { describe, expect, it } from 'vitest';
import { tally } from './tally.ts';

const ada = 'a';
const view = (tenantId: string, at: number, more: Partial<Extract<Visit, { kind: 'view' }>> = {}): Visit => ({
  kind: 'view',
  tenantId,
  at,
  seconds: 10,
  ...more,
});
const noon = Date.UTC(2026, 10, 20, 12);
const quarter = '2026-11-20T12:00:00.000Z';

describe('adding up a batch of visits', () => {
  it('separates quarter hours to the millisecond', () => {
    const end = noon + 15 * 60_000;
    const [sums] = tally([view(ada, end - 1), view(ada, end), view(ada, end + 1)]);
    expect(sums?.quarters.map(({ quarter: at, views }) => [at, views])).toEqual([
      [quarter, 1],
      ['2026-11-20T12:15:00.000Z', 2],
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
