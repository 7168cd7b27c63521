import { describe, expect, it } from 'vitest';
import { contrastRatio, TEXT_CONTRAST } from '../../lib/contrast.ts';
import { menuColors } from './menu-theme.ts';

const steps = ['00', '40', '80', 'c0', 'ff'];
const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));

describe("a menu's colours", () => {
  it('keep text readable, whatever the theme colour', () => {
    for (const color of colors) {
      const { light, dark } = menuColors(color);
      for (const { hero, onHero, accent, onAccent } of [light, dark]) {
        expect(contrastRatio(hero, onHero), color).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        expect(contrastRatio(accent, onAccent), color).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
      expect(contrastRatio(light.accent, '#faf6ee'), color).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(contrastRatio(dark.accent, '#211e18'), color).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });

  it('fall back to the default for what is no colour [S9.1]', () => {
    expect(menuColors('red')).toEqual(menuColors('#059669'));
  });

  it('darken a mid-tone until white reads on it, and leave dark and bright colours as they are', () => {
    const rise = (color: string) => contrastRatio('#ffffff', color);
    for (const color of colors) {
      const { hero, onHero } = menuColors(color).light;
      if (rise(color) < 3 || rise(color) >= TEXT_CONTRAST) expect(hero, color).toBe(color);
      else
        expect({ color, onHero, reads: rise(hero) >= TEXT_CONTRAST }).toEqual({
          color,
          onHero: '#ffffff',
          reads: true,
        });
    }
    expect(menuColors('#059669').light).toMatchObject({ hero: '#04875e', onHero: '#ffffff' });
  });
});
