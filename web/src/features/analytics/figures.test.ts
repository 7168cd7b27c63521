import type { Analytics } from '@tavola/contracts/analytics.ts';
import { describe, expect, it } from 'vitest';
import { addDays } from './days.ts';
import { byWeek, changeOf, chartPoints, timeText, weekHours } from './figures.ts';

const NOTHING: Analytics = {
  range: { from: '2026-11-20', to: '2026-11-20' },
  timeZone: 'UTC',
  hasData: true,
  totals: { views: 0, scans: 0, visitors: 0, averageSeconds: 0 },
  before: null,
  days: [{ day: '2026-11-20', views: 3, scans: 1, visitors: 2 }],
  hours: [
    { weekday: 5, hour: 9, views: 2, scans: 1 },
    { weekday: 5, hour: 12, views: 1, scans: 0 },
  ],
  items: [],
  sources: [],
};

describe('a change', () => {
  it.each([
    [112, 100, 'up', '+12% from 100'],
    [95, 100, 'down', '-5% from 100'],
    [100, 100, 'same', 'Same as before'],
    [1001, 1000, 'same', 'About the same, from 1000'],
    [7, 0, 'up', 'from 0'],
    [0, 4, 'down', '-100% from 4'],
    [2_000_000, 1, 'up', '+199,999,900% from 1'],
  ])('from %2$d to %1$d', (now, before, direction, text) => {
    expect(changeOf(now, before, String)).toEqual({ direction, text });
  });
});

const NOW = { day: '2026-11-20', hour: 10 };

describe('the chart', () => {
  it('has the hours of a single day, and none that are yet to come', () => {
    const points = chartPoints(NOTHING, NOW);
    expect(points).toHaveLength(24);
    expect(points[9]).toMatchObject({ views: 2, scans: 1 });
    expect(points[10]).toMatchObject({ views: 0, scans: 0, isGoingOn: true });
    expect(points[11]).toMatchObject({ views: null, scans: null });
    expect(chartPoints(NOTHING, { day: '2026-11-21', hour: 10 })[12]).toMatchObject({ views: 1 });
  });

  it('has the days of more than one', () => {
    const points = chartPoints({ ...NOTHING, range: { from: '2026-11-19', to: '2026-11-20' } }, NOW);
    expect(points).toEqual([
      {
        key: '2026-11-20',
        label: 'Nov 20',
        name: 'Friday, November 20, 2026, so far',
        views: 3,
        scans: 1,
        visitors: 2,
        isGoingOn: true,
      },
    ]);
  });
});

describe('the days of a year', () => {
  const points = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      key: addDays('2026-11-20', at + 1 - count),
      label: '',
      name: '',
      views: 2,
      scans: 1,
      visitors: 1,
      isGoingOn: false,
    }));

  it('are shown by the week, as one of its days on average', () => {
    const weeks = byWeek(points(366).map((point, at) => ({ ...point, views: at < 364 ? 2 : 3 })));
    expect(weeks).toHaveLength(52);
    expect(weeks[0]).toMatchObject({
      label: 'Nov 20',
      name: expect.stringMatching(/^Nov 20\s–\s28, 2025, a day$/),
      views: 2,
    });
    expect(weeks.at(-1)).toMatchObject({ key: '2026-11-14', label: 'Nov 14', views: 2.3, scans: 1, visitors: 1 });
  });

  it('count only once they are over', () => {
    const [today, ...before] = points(366).reverse();
    const weeks = byWeek([...before.reverse(), { ...(today as (typeof before)[number]), views: 0, isGoingOn: true }]);
    expect(weeks.at(-1)).toMatchObject({
      key: '2026-11-13',
      name: expect.stringMatching(/19, 2026, a day$/),
      views: 2,
    });
  });

  it('are shown one by one where they are few', () => expect(byWeek(points(90))).toHaveLength(90));
});

describe('the hours of the week', () => {
  it('are as busy as they are beside the busiest', () => {
    const { byKey, busiest } = weekHours([
      { weekday: 1, hour: 0, views: 0, scans: 0 },
      { weekday: 1, hour: 1, views: 1, scans: 0 },
      { weekday: 5, hour: 19, views: 1000, scans: 0 },
      { weekday: 6, hour: 19, views: 600, scans: 0 },
    ]);
    expect([...byKey.values()].map(({ level }) => level)).toEqual([0, 1, 5, 3]);
    expect(busiest).toMatchObject({ weekday: 5, hour: 19 });
  });

  it('have no busiest while nobody came', () => {
    expect(weekHours([{ weekday: 1, hour: 0, views: 0, scans: 0 }]).busiest).toBeUndefined();
    expect(weekHours([]).busiest).toBeUndefined();
  });
});

describe('a time', () => {
  it.each([
    [0, '0s'],
    [59, '59s'],
    [150, '2m 30s'],
    [3900, '1h 5m'],
  ])('of %d seconds', (seconds, text) => expect(timeText(seconds)).toBe(text));
});
