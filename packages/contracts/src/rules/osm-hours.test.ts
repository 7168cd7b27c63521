import { describe, expect, it } from 'vitest';
import { OSM_LENGTH_MAX, osmHours } from './osm-hours.ts';
import type { Interval, SpecialDays } from './times.ts';

const TODAY = '2026-11-23';
const hour = (from: number, to: number): Interval => [from * 60, to * 60];
const LUNCH: Interval = [690, 870];
const DINNER = hour(18, 22);
const BAR = hour(18, 26);

type Week = readonly (readonly Interval[])[];
const everyDay = (...intervals: Interval[]): Week => Array(7).fill(intervals);
const osm = (weekly: Week, ...special: SpecialDays[]) => osmHours({ weekly, special }, TODAY);
const text = (weekly: Week, ...special: SpecialDays[]) => osm(weekly, ...special).text;
const closed = (from: string, to = from, reason?: string): SpecialDays => ({ from, to, intervals: [], reason });

describe('a week in the syntax of OpenStreetMap', () => {
  it.each<[string, Week]>([
    ['Mo-Su 11:30-14:30,18:00-22:00', everyDay(LUNCH, DINNER)],
    ['Mo,We 18:00-22:00; Fr-Su 11:30-14:30; Tu,Th off', [[DINNER], [], [DINNER], [], [LUNCH], [LUNCH], [LUNCH]]],
    ['Mo-Su off', everyDay()],
    ['24/7', everyDay(hour(0, 24))],
    ['Mo-Su 18:00-24:00', everyDay(hour(18, 24))],
    // From 10:00 to 10:00 could be no time at all.
    ['Mo-Su 10:00-34:00', everyDay(hour(10, 34))],
  ])('is %s', (expected, weekly) => {
    expect(osm(weekly)).toEqual({ text: expected, leftOut: 0 });
  });

  it('keeps the hours after midnight on days with rules of their own, which would replace them after a semicolon', () => {
    expect(text([[LUNCH], [DINNER], [DINNER], [DINNER], [BAR], [BAR], []])).toBe(
      'Su off; Mo 11:30-14:30, Tu-Th 18:00-22:00, Fr-Sa 18:00-02:00',
    );
  });
});

describe('special days in the syntax of OpenStreetMap', () => {
  it.each<[string, SpecialDays]>([
    ['2026 Dec 24 off', closed('2026-12-24')],
    ['2026 Dec 24-26 off "Christmas"', closed('2026-12-24', '2026-12-26', 'Christmas')],
    ['2026 Nov 30-2026 Dec 02 off', closed('2026-11-30', '2026-12-02')],
    ['2026 Dec 31-2027 Jan 01 off', closed('2026-12-31', '2027-01-01')],
    [
      '2026 Dec 31 18:00-02:00 open "New Year\'s Eve"',
      { from: '2026-12-31', to: '2026-12-31', intervals: [BAR], reason: "New Year's Eve" },
    ],
    ['2026 Dec 24 off "the \'big\' day"', closed('2026-12-24', '2026-12-24', 'the "big"\nday')],
  ])('are %s', (expected, special) => {
    expect(text(everyDay(LUNCH), special)).toBe(`Mo-Su 11:30-14:30; ${expected}`);
  });

  it('are in order, each day once, and without those before today', () => {
    const special = [closed('2026-12-30'), closed('2026-11-20', '2026-11-22'), closed('2026-12-24', '2026-12-26')];
    const open = { from: '2026-12-25', to: '2026-12-25', intervals: [DINNER] };
    expect(text(everyDay(LUNCH), ...special, open)).toBe(
      'Mo-Su 11:30-14:30; 2026 Dec 24 off; 2026 Dec 25 18:00-22:00; 2026 Dec 26 off; 2026 Dec 30 off',
    );
  });

  it('that have begun are still there', () => {
    expect(text(everyDay(LUNCH), closed('2026-11-01', '2026-11-23'))).toBe('Mo-Su 11:30-14:30; 2026 Nov 01-23 off');
  });

  it('with a week around the clock name its hours, which a rule can replace', () => {
    expect(text(everyDay(hour(0, 24)), closed('2026-12-24'))).toBe('Mo-Su 00:00-24:00; 2026 Dec 24 off');
  });

  it('begin after the night before, and end before the hours that they replace', () => {
    expect(text(everyDay(BAR), closed('2026-12-24', '2026-12-26', 'Christmas'))).toBe(
      [
        'Mo-Su 18:00-02:00',
        '2026 Dec 24-26 off "Christmas"',
        '2026 Dec 24 00:00-02:00',
        '2026 Dec 27 18:00-02:00',
      ].join('; '),
    );
    const early: SpecialDays = { from: '2026-12-24', to: '2026-12-24', intervals: [[60, 600]], reason: 'Breakfast' };
    expect(text(everyDay(BAR), early)).toBe(
      'Mo-Su 18:00-02:00; 2026 Dec 24 00:00-10:00 open "Breakfast"; 2026 Dec 25 18:00-02:00',
    );
  });

  it('can last to the end of all dates', () => {
    expect(text(everyDay(BAR), closed('2026-12-25', '9999-12-31'))).toBe(
      'Mo-Su 18:00-02:00; 2026 Dec 25-9999 Dec 31 off; 2026 Dec 25 00:00-02:00',
    );
  });

  it('after other special days begin after their night', () => {
    const eve: SpecialDays = { from: '2026-12-31', to: '2026-12-31', intervals: [BAR] };
    expect(text(everyDay(LUNCH), eve, closed('2027-01-01'))).toBe(
      'Mo-Su 11:30-14:30; 2026 Dec 31 18:00-02:00; 2027 Jan 01 00:00-02:00',
    );
  });
});

describe('hours that are too long for OpenStreetMap', () => {
  const months = Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}-15`);

  it('lose their reasons first', () => {
    const { text, leftOut } = osm(
      everyDay(LUNCH),
      ...months.slice(0, 10).map((date) => closed(date, date, 'Inventory')),
    );
    expect({ leftOut, hasReason: text.includes('"') }).toEqual({ leftOut: 0, hasReason: false });
    expect(text).toMatch(/; 2027 Oct 15 off$/);
  });

  it('then their latest special days, and say how many', () => {
    const days = [...months, '2028-01-15', '2028-02-15', '2028-03-15'].map((date) => closed(date, date, 'Inventory'));
    const { text, leftOut } = osm(everyDay(LUNCH), ...days);
    expect(text.length).toBeLessThanOrEqual(OSM_LENGTH_MAX);
    expect(text).toMatch(/; 2028 Feb 15 off$/);
    expect(leftOut).toBe(1);
  });
});
