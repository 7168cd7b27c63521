import { describe, expect, it } from 'vitest';
import { contrastRatio, legibleOn, readableOn, TEXT_CONTRAST } from './contrast.ts';

// Every corner and edge of the colour cube, and a few colours that owners like.
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
  });

  it('reaches a stronger contrast when asked', () => {
    expect(contrastRatio(legibleOn('#059669', '#faf6ee', 7), '#faf6ee')).toBeGreaterThanOrEqual(7);
  });
});
