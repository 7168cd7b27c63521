import { describe, expect, it } from 'vitest';
import { addDays, dayIn, daysIn, hourIn, rangeText, weekdayOf, weekdayText, wholeHourText } from './days.ts';

describe('days where the restaurant is', () => {
  it('are not those of other places, on either side of midnight', () => {
    const now = new Date('2026-11-20T23:30:00Z');
    expect(dayIn('UTC', now)).toBe('2026-11-20');
    expect(dayIn('Pacific/Kiritimati', now)).toBe('2026-11-21');
    expect(dayIn('America/Los_Angeles', now)).toBe('2026-11-20');
    expect([hourIn('UTC', now), hourIn('Asia/Kolkata', now), hourIn('Europe/Rome', now)]).toEqual([23, 5, 0]);
  });

  it('are counted over a change to daylight saving time', () => {
    expect(addDays('2026-03-30', -29)).toBe('2026-03-01');
    expect(daysIn({ from: '2026-03-01', to: '2026-03-30' })).toBe(30);
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('have names', () => {
    expect([weekdayOf('2026-11-16'), weekdayOf('2026-11-22')]).toEqual([1, 7]);
    expect([weekdayText(1), weekdayText(7)]).toEqual(['Monday', 'Sunday']);
    expect(wholeHourText(23).replaceAll('\u202f', ' ')).toBe('11 PM – 12 AM');
    expect(rangeText({ from: '2026-11-20', to: '2026-11-20' })).toBe('Nov 20, 2026');
    expect(rangeText({ from: '2025-12-31', to: '2026-01-01' })).toMatch(/Dec 31, 2025.*Jan 1, 2026/);
  });
});
