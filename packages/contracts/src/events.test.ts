import { describe, expect, it } from 'vitest';
import { menuChanged, tenantChanged, visitStream } from './events.ts';

const tenantId = '6f1f2f0e-0d5c-4e6f-9c3e-0f6f2d1c4b5a';

describe('a change', () => {
  it.each([
    { kind: tenantChanged, right: { tenantId, version: 2, slug: 'demo' } },
    { kind: menuChanged, right: { tenantId, version: 2 } },
  ])('names its restaurant and version: $kind.name', ({ kind: { payload }, right }) => {
    expect(payload.parse({ ...right, more: 'x' })).toEqual(right);
    for (const wrong of [
      {},
      { ...right, version: undefined },
      { ...right, tenantId: 'x' },
      { ...right, version: '1' },
      { ...right, version: 1.5 },
    ]) {
      expect(payload.safeParse(wrong).success).toBe(false);
    }
  });
});

describe('a visit', () => {
  const view = { kind: 'view', tenantId, at: 1, seconds: 30 };
  const scan = { kind: 'scan', tenantId, at: 1, codeId: 'main' };
  const whole = { ...view, source: 'k7m2p9xw', seen: [1, 2], opened: [2], visitor: '00ff00ff00ff00ff' };

  it('is a view with its seconds, or a scan with its code', () => {
    for (const visit of [view, scan, whole]) expect(visitStream.payload.parse(visit)).toEqual(visit);
    const { seconds: _seconds, ...viewWithoutSeconds } = view;
    for (const wrong of [
      viewWithoutSeconds,
      { ...scan, kind: 'view' },
      { ...view, kind: 'other' },
      { ...scan, tenantId: '' },
    ]) {
      expect(visitStream.payload.safeParse(wrong).success).toBe(false);
    }
  });

  it.each([
    ...[8_640_000_000_000_000, 1e20, -1e20, 'noon'].map((at) => ({ at })),
    ...['many', 1e300, -5, 0.5].map((seconds) => ({ seconds })),
    { source: '../..' },
    { seen: [0] },
    { seen: [2_147_483_648] },
    { opened: Array.from({ length: 51 }, (_, n) => n + 1) },
    { visitor: '203.0.113.7' },
  ])('does not carry %j', (wrong) => {
    expect(visitStream.payload.safeParse({ ...whole, ...wrong }).success).toBe(false);
  });
});
