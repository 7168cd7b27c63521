import { expect, it } from 'vitest';
import { separateSpecialDays } from './special-days.ts';
import { DAY_MS, dateOf, type Interval, intervalsOn } from './times.ts';

const days = (from: string, to: string, ...intervals: Interval[]) => ({ from, to, intervals });

it('puts special days in order, and cuts those that a later entry replaces', () => {
  const winter = days('2026-12-20', '2027-01-06');
  const eve = days('2026-12-31', '2026-12-31', [1_080, 1_560]);
  const autumn = days('2026-11-01', '2026-11-02');
  expect(separateSpecialDays([winter, eve, autumn])).toEqual([
    autumn,
    { ...winter, to: '2026-12-30' },
    eve,
    { ...winter, from: '2027-01-01' },
  ]);
  expect(separateSpecialDays([eve, winter])).toEqual([winter]);
});

it('gives every day the hours of the rules', () => {
  let state = 18;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const first = Date.UTC(2026, 11, 1) / DAY_MS;
  for (let run = 0; run < 300; run += 1) {
    const special = Array.from({ length: random(7) }, (_, index) => {
      const from = first + random(30);
      return { ...days(dateOf(from), dateOf(from + random(10)), [index, 1_440]), reason: `${index}` };
    });
    const separate = separateSpecialDays(special);
    const weekly = Array(7).fill([]);
    for (let day = first - 1; day < first + 42; day += 1) {
      const date = dateOf(day);
      expect(intervalsOn({ weekly, special: separate }, day)).toEqual(intervalsOn({ weekly, special }, day));
      expect(separate.filter(({ from, to }) => from <= date && date <= to).length).toBeLessThanOrEqual(1);
    }
  }
});
