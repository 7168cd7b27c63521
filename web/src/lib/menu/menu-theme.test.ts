import { contrastRatio, mixed, TEXT_CONTRAST } from '@tavola/contracts/rules/contrast.ts';
import { TEMPLATES } from '@tavola/contracts/rules/look.ts';
import { describe, expect, it } from 'vitest';
import { coverScrim, coverStyle, menuColors, menuStyle } from './menu-theme.ts';

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

  it.each(TEMPLATES)('keep text readable in the template %s, on its paper too', (template) => {
    for (const color of colors) {
      for (const { hero, onHero, accent, onAccent, paper = hero } of Object.values(menuColors(color, template))) {
        const found = [contrastRatio(hero, onHero), contrastRatio(accent, onAccent), contrastRatio(accent, paper)];
        const checked = template === 'trattoria' ? found.slice(0, 2) : found;
        expect(Math.min(...checked), color).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
    }
  });

  it.each(TEMPLATES.slice(1))('keep the quiet text of the template %s readable on its paper', (template) => {
    // Muted and faint ink of ui/theme.css, by day and by night.
    const inks = { light: ['#5d5445', '#6f6554'], dark: ['#beb4a2', '#a2977f'] };
    for (const color of colors) {
      for (const mode of ['light', 'dark'] as const) {
        const { paper = '' } = menuColors(color, template)[mode];
        for (const ink of inks[mode]) expect(contrastRatio(ink, paper), color).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
    }
  });

  it('are written for browsers that do not know light-dark()', () => {
    expect(Object.values({ ...menuStyle('#059669', 'cafe'), ...coverStyle('#059669') }).join()).not.toContain(
      'light-dark',
    );
  });

  it('fall back to the default for what is no colour [S9.1]', () => {
    expect(menuColors('red')).toEqual(menuColors('#059669'));
  });

  it.each(['trattoria', 'cafe'] as const)(
    'have the theme colour itself behind the header, by day and by night [S2.76]: %s',
    (template) => {
      for (const color of colors) {
        const { light, dark } = menuColors(color, template);
        expect([light.hero, dark.hero]).toEqual([color, color]);
      }
      expect(menuColors('#059669', template).light).toMatchObject({ hero: '#059669', onHero: '#1d1913' });
    },
  );
});

describe('the scrim on a cover photo', () => {
  it('keeps white text readable on any photo, in any theme colour, and is no darker than that needs', () => {
    for (const color of colors) {
      const { scrim, light, dark } = coverScrim(color);
      for (const photo of colors) {
        for (const share of [light, dark]) {
          const ground = mixed(photo, scrim, share);
          expect(contrastRatio('#ffffff', ground), `${color} ${photo}`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        }
      }
      expect(contrastRatio('#ffffff', mixed('#ffffff', scrim, light - 0.03)), color).toBeLessThan(TEXT_CONTRAST);
      expect(dark).toBeLessThan(0.85);
    }
  });
});
