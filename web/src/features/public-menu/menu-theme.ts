import { DEFAULT_THEME_COLOR } from '@tavola/contracts/product.ts';
import type { CSSProperties } from 'react';
import { contrastRatio, dimmedTo, legibleOn, readableOn } from '../../lib/contrast.ts';

// The backgrounds of ui/theme.css with a 10% tint of the accent, where coloured text has the least contrast.
const HARDEST_LIGHT = '#e6dfd2';
const HARDEST_DARK = '#2b2820';
/** Where white has at least this contrast, the colour counts as a mid-tone: a little darker, and white reads on it. */
const MID_TONE_CONTRAST = 3;
/** A brighter header would dazzle in a dim room. */
const MAX_LUMINANCE_AT_NIGHT = 0.1;

/** A menu's colours, for light or dark mode. */
export interface MenuColors {
  /** Behind the header. */
  hero: string;
  onHero: string;
  /** Coloured text and filled tabs on paper. */
  accent: string;
  onAccent: string;
}

/** Derives a menu's colours from the theme colour, so that all text reaches 4.5:1. */
export function menuColors(themeColor: string): { light: MenuColors; dark: MenuColors } {
  const color = /^#[0-9a-f]{6}$/i.test(themeColor) ? themeColor : DEFAULT_THEME_COLOR;
  const colors = (hero: string, paper: string): MenuColors => {
    const accent = legibleOn(color, paper);
    return { hero, onHero: readableOn(hero), accent, onAccent: readableOn(accent) };
  };
  const isMidTone = contrastRatio('#ffffff', color) >= MID_TONE_CONTRAST;
  const day = isMidTone ? legibleOn(color, '#ffffff') : color;
  return { light: colors(day, HARDEST_LIGHT), dark: colors(dimmedTo(color, MAX_LUMINANCE_AT_NIGHT), HARDEST_DARK) };
}

/** The colours as custom properties for the menu's root element. */
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
