import { expect, it } from 'vitest';
import { SPECIMEN_SIDE, specimenPath } from './specimen.ts';

it('a specimen has three finders, and is the same every time', () => {
  const path = specimenPath();
  expect(specimenPath()).toBe(path);
  const isDark = (x: number, y: number) => path.includes(`M${x} ${y}h`);
  const last = SPECIMEN_SIDE - 1;
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const [left, top] of [
    [0, 0],
    [last - 6, 0],
    [0, last - 6],
  ] as const) {
    const drawn = finder.map((row, y) => Array.from(row, (_, x) => (isDark(left + x, top + y) ? '1' : '0')).join(''));
    expect(drawn).toEqual(finder);
  }
  const dark = path.split('M').length - 1;
  expect(dark / SPECIMEN_SIDE ** 2).toBeGreaterThan(0.4);
  expect(dark / SPECIMEN_SIDE ** 2).toBeLessThan(0.6);
});
