import { describe, expect, it } from 'vitest';
import { pagesFor, sheetText } from './sheet-plan.ts';

describe('the pages of a sheet', () => {
  it.each([
    [1, '1', 1],
    [40, '1', 40],
    [4, '4', 1],
    [5, '4', 2],
    [12, '12', 1],
    [40, '12', 4],
    [40, 'tent', 40],
  ] as const)('%i codes laid out as %s take %i', (codes, layout, pages) => {
    expect(pagesFor(codes, layout)).toBe(pages);
  });

  it('are said in words', () => {
    expect(sheetText(1, { format: 'pdf', layout: '4' })).toBe('1 code, 4 times on 1 page');
    expect(sheetText(1, { format: 'pdf', layout: 'tent' })).toBe('1 code on 1 page');
    expect(sheetText(40, { format: 'pdf', layout: '12' })).toBe('40 codes on 4 pages');
    expect(sheetText(1, { format: 'zip', layout: '4' })).toBe('1 picture');
    expect(sheetText(200, { format: 'zip', layout: '4' })).toBe('200 pictures');
  });
});
