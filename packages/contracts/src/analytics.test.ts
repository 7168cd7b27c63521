import { describe, expect, it } from 'vitest';
import { analyticsQuery, dayRange, visitInput } from './analytics.ts';

const tenantId = '6f1f2f0e-0d5c-4e6f-9c3e-0f6f2d1c4b5a';
const whole = { tenantId, seconds: 30, source: 'k7m2p9xw', seen: [1, 2, 3], opened: [2] };
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

describe('a visit sent by the page', () => {
  it('needs only restaurant and seconds, as pages of an older release send them', () => {
    expect(visitInput.parse({ tenantId, seconds: 30 })).toEqual({ tenantId, seconds: 30 });
  });

  it('may name the code, and the items seen and opened, each once', () => {
    expect(visitInput.parse({ ...whole, more: 'x' })).toEqual(whole);
    expect(visitInput.parse({ ...whole, seen: [3, 1, 3], opened: [] })).toMatchObject({ seen: [3, 1], opened: [] });
    expect(visitInput.parse({ ...whole, seen: numbers(200), opened: numbers(50) }).seen).toHaveLength(200);
    expect(visitInput.safeParse({ ...whole, opened: numbers(51) }).success).toBe(false);
  });
});

describe('a range of days', () => {
  it('has valid days, in order, at most 400', () => {
    for (const right of [
      { from: '2026-11-20', to: '2026-11-20' },
      { from: '2024-02-29', to: '2024-03-01' },
      { from: '2025-10-17', to: '2026-11-20' },
    ])
      expect(dayRange.parse(right)).toEqual(right);
    for (const wrong of [
      { from: '2026-11-21', to: '2026-11-20' },
      { from: '2025-10-16', to: '2026-11-20' },
      { from: '2025-02-29', to: '2025-03-01' },
    ])
      expect(dayRange.safeParse(wrong).error?.issues.map(({ path }) => path[0])).toEqual(['from']);
  });

  it('is optional, and of this millennium', () => {
    expect(analyticsQuery.parse({})).toEqual({});
    expect(analyticsQuery.safeParse({ from: '0001-01-01' }).success).toBe(false);
  });
});
