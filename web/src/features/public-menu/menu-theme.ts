import { DEFAULT_THEME_COLOR } from '@tavola/contracts/product.ts';
import type { CSSProperties } from 'react';
import { dimmedTo, legibleOn, readableOn } from '../../lib/contrast.ts';

// The papers of ui/theme.css under a tenth of the accent itself, where coloured text has its hardest time.
const HARDEST_LIGHT = '#e6dfd2';
const HARDEST_DARK = '#2b2820';
/** A header brighter than this would light up the table next door. */
const MAX_LUMINANCE_AT_NIGHT = 0.1;

/** The colours a menu is set in, for day and night. */
export interface MenuColors {
  /** Behind the header. */
  hero: string;
  onHero: string;
  /** Coloured text and filled tabs on paper. */
  accent: string;
  onAccent: string;
}

/** What a restaurant's colour becomes; whatever it is, all text reaches 4.5:1. */
export function menuColors(themeColor: string): { light: MenuColors; dark: MenuColors } {
  const color = /^#[0-9a-f]{6}$/i.test(themeColor) ? themeColor : DEFAULT_THEME_COLOR;
  const colors = (hero: string, paper: string): MenuColors => {
    const accent = legibleOn(color, paper);
    return { hero, onHero: readableOn(hero), accent, onAccent: readableOn(accent) };
  };
  return { light: colors(color, HARDEST_LIGHT), dark: colors(dimmedTo(color, MAX_LUMINANCE_AT_NIGHT), HARDEST_DARK) };
}

/** The same as custom properties, to be put on the menu's root. */
export function menuStyle(themeColor: string): CSSProperties {
  const { light, dark } = menuColors(themeColor);
  const both = (name: keyof MenuColors) => `light-dark(${light[name]}, ${dark[name]})`;
  return {
    '--menu-hero': both('hero'),
    '--menu-on-hero': both('onHero'),
    '--menu-accent': both('accent'),
    '--menu-on-accent': both('onAccent'),
  } as CSSProperties;
}
