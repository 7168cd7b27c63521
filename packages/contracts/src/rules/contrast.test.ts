import { describe, expect, it } from 'vitest';
import { contrastRatio, dimmedTo, LARGE_TEXT_CONTRAST, legibleOn, readableOn, TEXT_CONTRAST } from './contrast.ts';

// Every corner and edge of the colour cube, and a few popular colours.
const steps = ['00', '40', '80', 'c0', 'ff'];
const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
colors.push('#059669', '#ffe600', '#777777', '#767676');

describe('contrast', () => {
  it('measures black on white as 21 and a colour on itself as 1', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastRatio('#059669', '#059669')).toBe(1);
  });

  it('finds a readable text colour for any theme colour', () => {
    for (const color of colors) {
      expect(contrastRatio(readableOn(color), color), color).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });

  it.each(['#faf6ee', '#fffdf9', '#171510', '#211e18', '#808080'])('makes any theme colour legible on %s', (paper) => {
    for (const color of colors) {
      expect(contrastRatio(legibleOn(color, paper), paper), color).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });

  it('leaves a colour alone that is legible already', () => {
    expect(legibleOn('#0b6248', '#faf6ee')).toBe('#0b6248');
    expect(legibleOn('#059669', '#ffffff')).not.toBe('#059669');
    expect(legibleOn('#059669', '#ffffff', LARGE_TEXT_CONTRAST)).toBe('#059669');
  });

  it('keeps the hue of what it lightens or darkens', () => {
    expect(legibleOn('#8c2f2b', '#171510')).toMatch(/^#[c-e].[5-7].[5-7].$/);
    expect(legibleOn('#ffe600', '#faf6ee')).toMatch(/00$/);
  });

  it('dims a colour for a dark room, and leaves a dark one alone', () => {
    for (const color of colors) {
      expect(contrastRatio(dimmedTo(color, 0.1), '#000000'), color).toBeLessThanOrEqual(0.15 / 0.05 + 0.01);
    }
    expect(dimmedTo('#1f3a5f', 0.1)).toBe('#1f3a5f');
  });
});
