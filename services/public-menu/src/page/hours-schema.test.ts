import type { Hours, Interval } from '@tavola/contracts/rules/times.ts';
import { expect, it } from 'vitest';
import { hoursSchema } from './hours-schema.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const hour = (from: number, to: number): Interval => [from * 60, to * 60];
const everyDay = (...intervals: Interval[]): Hours['weekly'] => Array(7).fill(intervals);
const closed = (from: string, to = from) => ({ from, to, intervals: [] });

interface Schema {
  openingHoursSpecification: Record<string, unknown>[];
  specialOpeningHoursSpecification?: Record<string, unknown>[];
}
const schema = (hours: Partial<Hours>, now = NOW, zone = 'UTC') =>
  hoursSchema({ weekly: everyDay(), special: [], ...hours }, zone, now) as Schema;
/** The dates of the special days. */
const dates = (...given: Parameters<typeof schema>) =>
  schema(...given).specialOpeningHoursSpecification?.map(({ validFrom, validThrough }) => [validFrom, validThrough]);

it('names the weekdays of each interval, and those that are closed', () => {
  const weekly = [[], [hour(11, 14), hour(18, 22)], [hour(18, 22)], [hour(18, 22)], [hour(18, 26)], [hour(18, 26)], []];
  const type = { '@type': 'OpeningHoursSpecification' };
  expect(schema({ weekly })).toEqual({
    openingHoursSpecification: [
      { ...type, dayOfWeek: ['Monday', 'Sunday'], opens: '00:00', closes: '00:00' },
      { ...type, dayOfWeek: ['Tuesday'], opens: '11:00', closes: '14:00' },
      { ...type, dayOfWeek: ['Tuesday', 'Wednesday', 'Thursday'], opens: '18:00', closes: '22:00' },
      { ...type, dayOfWeek: ['Friday', 'Saturday'], opens: '18:00', closes: '02:00' },
    ],
  });
});

it.each<[string, Interval, string, string]>([
  ['until midnight', hour(18, 24), '18:00', '00:00'],
  ['all day', hour(0, 24), '00:00', '23:59'],
  ['from ten to ten', hour(10, 34), '10:00', '09:59'],
  ['until the last minute', [545, 1_439], '09:05', '23:59'],
])('writes hours %s so that no day looks closed', (_, interval, opens, closes) => {
  expect(schema({ weekly: everyDay(interval) }).openingHoursSpecification).toMatchObject([{ opens, closes }]);
});

it('names the hours of special days, with their reason', () => {
  const special = [
    { from: '2026-12-20', to: '2026-12-20', intervals: [hour(11, 14), hour(18, 26)], reason: 'Santa Lucia' },
  ];
  const on = { validFrom: '2026-12-20', validThrough: '2026-12-20', description: 'Santa Lucia' };
  expect(schema({ special }).specialOpeningHoursSpecification).toEqual([
    { '@type': 'OpeningHoursSpecification', ...on, opens: '11:00', closes: '14:00' },
    { '@type': 'OpeningHoursSpecification', ...on, opens: '18:00', closes: '02:00' },
  ]);
});

it('names the special days of the next 30 days by the local date, each day once', () => {
  const special = [closed('2026-11-22'), closed('2026-12-20', '2026-12-26'), closed('2026-12-24')];
  expect(dates({ special: [closed('2026-11-22'), closed('2026-12-24')] })).toBeUndefined();
  expect(dates({ special: [closed('2026-11-22', '2026-11-23'), closed('2026-12-23')] })).toEqual([
    ['2026-11-22', '2026-11-23'],
    ['2026-12-23', '2026-12-23'],
  ]);
  expect(dates({ special })).toEqual([['2026-12-20', '2026-12-23']]);
  // It is still the 22nd in Los Angeles, and the 23rd in Tokyo already.
  const early = Date.UTC(2026, 10, 23, 1);
  expect(dates({ special: [closed('2026-11-22')] }, early, 'America/Los_Angeles')).toHaveLength(1);
  expect(dates({ special: [closed('2026-11-22')] }, early, 'Asia/Tokyo')).toBeUndefined();
});
