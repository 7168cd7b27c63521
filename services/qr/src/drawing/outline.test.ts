import { seeded } from '@tavola/test-kit/seeded.ts';
import { describe, expect, it } from 'vitest';
import { outline } from './outline.ts';

const drawn = (...rows: string[]) => outline((row, column) => rows[row]?.[column] === '#', rows.length);

/** The modules that an outline fills by the even-odd rule, found by crossing its vertical lines from the left. */
function filled(path: string, size: number): string[] {
  const upright: { x: number; from: number; to: number }[] = [];
  for (const loop of path.split('z').filter(Boolean)) {
    const [, startX = '', startY = ''] = /^M(\d+) (\d+)/.exec(loop) ?? [];
    let [x, y] = [Number(startX), Number(startY)];
    const line = (to: number) => upright.push({ x, from: Math.min(y, to), to: Math.max(y, to) });
    for (const [, way, length] of loop.matchAll(/([hv])(-?\d+)/g)) {
      if (way === 'h') x += Number(length);
      else {
        line(y + Number(length));
        y += Number(length);
      }
    }
    if (x === Number(startX)) line(Number(startY));
  }
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => {
      const crossed = upright.filter(({ x, from, to }) => x <= column && from <= row && row < to);
      return crossed.length % 2 === 1 ? '#' : '.';
    }).join(''),
  );
}

describe('an outline', () => {
  it('of an empty grid is empty', () => {
    expect(drawn('..', '..')).toBe('');
  });

  it('joins adjacent modules', () => {
    expect(drawn('##', '##')).toBe('M0 0h2v2h-2z');
  });

  it('fills just the dark modules of any grid', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seeded(seed);
      const row = () => Array.from({ length: 9 }, () => (random() < 0.5 ? '#' : '.')).join('');
      const rows = Array.from({ length: 9 }, row);
      expect(filled(drawn(...rows), 9)).toEqual(rows);
    }
  });
});
