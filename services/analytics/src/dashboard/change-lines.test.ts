import { describe, expect, it } from 'vitest';
import { changeLines } from './change-lines.ts';

const nothing = { now: 0, before: null };
const lines = (over: Partial<Parameters<typeof changeLines>[0]>, newItems: number | null = null) =>
  changeLines({ views: nothing, scans: nothing, viewTime: { now: null, before: null }, ...over }, newItems);

describe('the lines under the cards', () => {
  it.each([
    [112, 100, '+12% from last month'],
    [96, 100, '-4% from last month'],
    [100, 100, 'Same as last month'],
    [1004, 1000, 'Same as last month'],
    [1006, 1000, '+1% from last month'],
    [0, 100, '-100% from last month'],
    [2500, 100, '+2,400% from last month'],
    [7, 0, '+7 from last month'],
    [1200, 0, '+1,200 from last month'],
    [0, 0, 'Same as last month'],
  ])('for %d views, after %d, are "%s"', (now, before, line) => {
    expect(lines({ views: { now, before } }).totalViews).toBe(line);
  });

  it.each([
    [null, null],
    [0, 'No new items'],
    [1, '+1 new item'],
    [3, '+3 new items'],
    [1200, '+1,200 new items'],
  ])('for %s new items are %j', (newItems, line) => {
    expect(lines({}, newItems).totalItems).toBe(line);
  });

  it.each([
    [115, 100, '+15% engagement'],
    [60.5, 121, '-50% engagement'],
    [100, 100.2, 'Same engagement'],
    [30, 0, null],
    [null, 100, null],
    [30, null, null],
  ])('for an average of %s seconds, after %s, are %j', (now, before, line) => {
    expect(lines({ viewTime: { now, before } }).avgViewTime).toBe(line);
  });
});
