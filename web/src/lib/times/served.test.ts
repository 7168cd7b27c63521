import type { Daypart } from '@tavola/contracts/dayparts.ts';
import { describe, expect, it } from 'vitest';
import { aDaypart } from '../../test/samples.ts';
import { categoryServed, daypartNames, itemServed, outside, overlaps, servedField, servedInWords } from './served.ts';

// When something is served, in forms and in words.

describe('the field of a form', () => {
  it.each([
    [undefined, null],
    [[], []],
    [
      [3, 1],
      [3, 1],
    ],
  ])('of an item, gives back what it was made from: %j', (dayparts, sent) => {
    expect(servedField.parse(itemServed(dayparts))).toEqual(sent);
  });

  it.each([
    [undefined, null],
    [[], null],
    [[3], [3]],
  ])('of a category, all the time is no daypart: %j', (dayparts, sent) => {
    expect(servedField.parse(categoryServed(dayparts))).toEqual(sent);
  });

  it('keeps no daypart that was chosen before the mode was changed', () => {
    expect(servedField.parse({ mode: 'always', ids: [1] })).toEqual([]);
    expect(servedField.parse({ mode: 'default', ids: [1] })).toBeNull();
  });

  it('needs a daypart where it is for some', () => {
    expect(servedField.safeParse({ mode: 'dayparts', ids: [] }).error?.issues[0]?.message).toBe(
      'Choose at least one menu time.',
    );
  });
});

describe('in words', () => {
  const dayparts = [aDaypart(), aDaypart({ id: 2, name: 'Brunch' })];

  it('has the names in the order of the dayparts, without deleted ones', () => {
    expect(servedInWords(daypartNames([2, 7, 1], dayparts))).toBe('Lunch, Brunch only');
    expect(servedInWords([])).toBe('All the time');
  });
});

describe('dayparts overlap', () => {
  /** A Monday at noon. */
  const NOW = Date.UTC(2026, 10, 23, 12);
  const on = (weekday: number, from: number, to: number): Daypart['weekly'] =>
    Array.from({ length: 7 }, (_, index) => (index === weekday ? [[from, to]] : []));
  const names = (...dayparts: Daypart[]) =>
    overlaps(dayparts, 'Europe/Rome', NOW).map(([one, other]) => [one.name, other.name]);

  it('where both are on, past midnight too; not where one begins when the other ends', () => {
    const night = aDaypart({ id: 1, name: 'Night', weekly: on(6, 1_320, 1_560) });
    const early = aDaypart({ id: 2, name: 'Early', weekly: on(0, 60, 300) });
    const morning = aDaypart({ id: 3, name: 'Morning', weekly: on(0, 300, 600) });
    expect(names(night, early, morning)).toEqual([['Night', 'Early']]);
  });

  it('also on a special day only', () => {
    const lunch = aDaypart();
    const party = aDaypart({
      id: 2,
      name: 'Party',
      weekly: Array(7).fill([]),
      special: [{ from: '2026-12-24', to: '2026-12-24', intervals: [[780, 900]] }],
    });
    expect(names(lunch, party)).toEqual([['Lunch', 'Party']]);
  });

  it('not with one that is not active', () => {
    expect(names(aDaypart(), aDaypart({ id: 2, isActive: false }))).toEqual([]);
  });
});

describe('an offer is outside the times when its dish is served', () => {
  /** A Monday at noon. */
  const NOW = Date.UTC(2026, 10, 23, 12);
  const daily = (id: number, from: number, to: number, rest: Partial<Daypart> = {}) =>
    aDaypart({ id, weekly: Array(7).fill([[from, to]]), ...rest });
  const lunch = daily(1, 690, 870);
  const evening = daily(2, 1_020, 1_320);
  const ids = (offers: Daypart[], served: Daypart[]) => outside(offers, served, 'Europe/Rome', NOW).map(({ id }) => id);

  it('where the two never meet, also if they touch; not where they do for an hour, or past midnight', () => {
    expect(ids([daily(3, 960, 1_020), daily(4, 960, 1_080)], [lunch, evening])).toEqual([3]);
    expect(ids([daily(3, 1_380, 1_560)], [daily(5, 60, 120)])).toEqual([]);
  });

  it('not where they meet on a special day only', () => {
    const special = [{ from: '2026-12-24', to: '2026-12-24', intervals: [[1_100, 1_200]] as [number, number][] }];
    expect(ids([lunch, evening], [daily(3, 0, 60, { special })])).toEqual([1]);
  });

  it('not where it is served all the time', () => {
    expect(ids([lunch], [])).toEqual([]);
  });

  it('where what it is served in is not active; not where the offer is never on itself', () => {
    const inactive = daily(3, 690, 870, { isActive: false });
    expect(ids([lunch], [inactive])).toEqual([1]);
    expect(ids([inactive, daily(4, 0, 60, { weekly: Array(7).fill([]) })], [evening])).toEqual([]);
  });
});
