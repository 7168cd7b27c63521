import { DEFAULT_THEME_COLOR } from '@tavola/contracts/product.ts';
import {
  contrastRatio,
  dimmedTo,
  legibleOn,
  mixed,
  readableOn,
  TEXT_CONTRAST,
} from '@tavola/contracts/rules/contrast.ts';
import type { Template } from '@tavola/contracts/rules/look.ts';
import type { CSSProperties } from 'react';

interface Ground {
  /** What the menu lies on. */
  paper: string;
  /** The background with a 10% tint of the accent, where coloured text has the least contrast. */
  hardest: string;
}

/** The house's own backgrounds, of ui/theme.css. */
const HOUSE = {
  light: { paper: '#faf6ee', hardest: '#e6dfd2' },
  dark: { paper: '#171510', hardest: '#2b2820' },
} satisfies Record<string, Ground>;

/** The paper of each other template, and how much of the theme colour is in it. */
const PAPERS: Readonly<Record<Exclude<Template, 'trattoria'>, { light: string; dark: string; tint: number }>> = {
  bistrot: { light: '#fbf7ec', dark: '#181510', tint: 0.02 },
  counter: { light: '#f6f6f4', dark: '#121212', tint: 0 },
  cafe: { light: '#fffdf9', dark: '#161413', tint: 0.08 },
  fine: { light: '#ffffff', dark: '#0f0f0e', tint: 0 },
};
/** The header of a counter: black, whatever the theme colour. */
const SLATE = { light: '#191816', dark: '#050505' };

/** The photo behind a restaurant's name is darkened towards the theme colour, so dark that white reads on it. */
const MAX_LUMINANCE_OF_SCRIM = 0.01;
/** How much more of a photo the scrim covers in a dim room. */
const MORE_AT_NIGHT = 0.12;

/** A menu's colours, for light or dark mode. */
interface MenuColors {
  /** Behind the header. */
  hero: string;
  onHero: string;
  /** Coloured text and filled tabs on paper. */
  accent: string;
  onAccent: string;
  /** What the menu lies on, if that is not the house's own paper. */
  paper?: string;
}

/** The backgrounds of `template`; undefined for the house's own. */
function groundsOf(template: Template, color: string): { light: Ground; dark: Ground } | undefined {
  if (template === 'trattoria') return undefined;
  const { light, dark, tint } = PAPERS[template];
  const ground = (bare: string, far: string): Ground => {
    const paper = mixed(bare, color, tint);
    return { paper, hardest: mixed(paper, far, 0.1) };
  };
  return { light: ground(light, '#000000'), dark: ground(dark, '#ffffff') };
}

const knownColor = (themeColor: string) => (/^#[0-9a-f]{6}$/i.test(themeColor) ? themeColor : DEFAULT_THEME_COLOR);

/**
 * Derives a menu's colours from the theme colour and the template, so that all text reaches 4.5:1. The header has the theme colour
 * itself, by day and by night, unless the template has its own; its text is white or black.
 */
export function menuColors(
  themeColor: string,
  template: Template = 'trattoria',
): { light: MenuColors; dark: MenuColors } {
  const color = knownColor(themeColor);
  const grounds = groundsOf(template, color);
  const colors = ({ paper, hardest }: Ground, slate: string): MenuColors => {
    const accent = legibleOn(color, hardest);
    const onAccent = readableOn(accent);
    const own = grounds && { paper };
    if (template === 'bistrot' || template === 'fine') return { hero: paper, onHero: accent, accent, onAccent, ...own };
    const hero = template === 'counter' ? slate : color;
    return { hero, onHero: readableOn(hero), accent, onAccent, ...own };
  };
  const { light, dark } = grounds ?? HOUSE;
  return { light: colors(light, SLATE.light), dark: colors(dark, SLATE.dark) };
}

/**
 * The colours as custom properties for an element with the class `menu-colors`, whose rule (ui/look.css) chooses between light and
 * dark: only in stylesheets does the build write light-dark() so that older browsers understand it.
 */
export function menuStyle(themeColor: string, template?: Template): CSSProperties {
  const { light, dark } = menuColors(themeColor, template);
  const both = (name: string, of: keyof MenuColors) => ({ [`${name}-light`]: light[of], [`${name}-dark`]: dark[of] });
  return {
    ...both('--menu-hero', 'hero'),
    ...both('--menu-on-hero', 'onHero'),
    ...both('--menu-accent', 'accent'),
    ...both('--menu-on-accent', 'onAccent'),
    ...(light.paper && both('--menu-paper', 'paper')),
  } as CSSProperties;
}

/** What darkens a cover photo: a colour, and the least share of it (0 to 1) with which white text reaches 4.5:1 on any photo. */
export function coverScrim(themeColor: string): { scrim: string; light: number; dark: number } {
  const scrim = dimmedTo(knownColor(themeColor), MAX_LUMINANCE_OF_SCRIM);
  // White is the worst case: every other photo is darker below the same scrim.
  const step = Array.from({ length: 100 }, (_, at) => at / 100).find(
    (share) => contrastRatio('#ffffff', mixed('#ffffff', scrim, share)) >= TEXT_CONTRAST,
  );
  // Browsers round each pixel.
  const light = (step ?? 1) + 0.01;
  return { scrim, light, dark: light + MORE_AT_NIGHT };
}

/** The colours of a header with a cover photo, as custom properties for the class `menu-cover`, which chooses as `menu-colors` does. */
export function coverStyle(themeColor: string): CSSProperties {
  const { scrim, light, dark } = coverScrim(themeColor);
  const share = (of: number) => `color-mix(in srgb, ${scrim} ${Math.round(of * 100)}%, transparent)`;
  return { '--scrim': scrim, '--scrim-light': share(light), '--scrim-dark': share(dark) } as CSSProperties;
}
