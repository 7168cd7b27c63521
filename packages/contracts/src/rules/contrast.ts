/** The contrast that WCAG 2.2 AA requires of text. */
export const TEXT_CONTRAST = 4.5;
/** The contrast that it requires of large letters, from 24 pixels or 18 points on. */
export const LARGE_TEXT_CONTRAST = 3;

const LIGHT_TEXT = '#ffffff';
const DARK_TEXT = '#1d1913';

type Rgb = readonly [number, number, number];

/** The red, green and blue of a `#rrggbb`. */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance, 0 (black) to 1 (white), as WCAG defines it. */
export function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** `color` with `share` (0 to 1) of `other` in it. */
export function mixed(color: string, other: string, share: number): string {
  const [from, to] = [rgbOf(color), rgbOf(other)];
  return toHex(from.map((part, at) => part + ((to[at] as number) - part) * share) as unknown as Rgb);
}

/** The contrast ratio of two colours, 1 to 21. Colours are `#rrggbb`. */
export function contrastRatio(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** The text colour that reads better on `background`: white or near-black. One of them always reaches 4.5:1. */
export function readableOn(background: string): string {
  // White looks calmer on a saturated colour, so prefer it where its contrast suffices.
  if (contrastRatio(LIGHT_TEXT, background) >= TEXT_CONTRAST) return LIGHT_TEXT;
  return contrastRatio(DARK_TEXT, background) >= TEXT_CONTRAST ? DARK_TEXT : '#000000';
}

/** `color` made darker, as little as needed, until it is no brighter than `maxLuminance` (0 to 1). */
export function dimmedTo(color: string, maxLuminance: number): string {
  for (let step = 0; step < 50; step += 1) {
    const darker = mixed(color, '#000000', step / 50);
    if (luminance(darker) <= maxLuminance) return darker;
  }
  return '#000000';
}

/** The same hue and saturation (HSL) at another lightness, 0 to 1. */
function atLightness(rgb: Rgb, lightness: number): string {
  const [high, low] = [Math.max(...rgb) / 255, Math.min(...rgb) / 255];
  const middle = (high + low) / 2;
  const room = Math.min(middle, 1 - middle);
  const saturation = room === 0 ? 0 : (high - middle) / room;
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const share = high === low ? 0 : reach / ((high - low) / 2);
  return toHex(rgb.map((part) => (lightness + (part / 255 - middle) * share) * 255) as unknown as Rgb);
}

/** `color` made darker or lighter, as little as needed, until text in it has `contrast` on `background`; its hue stays. */
export function legibleOn(color: string, background: string, contrast: number = TEXT_CONTRAST): string {
  if (contrastRatio(color, background) >= contrast) return color;
  const end = luminance(background) > 0.18 ? 0 : 1;
  const from = rgbOf(color);
  const lightness = (Math.max(...from) + Math.min(...from)) / 510;
  for (let step = 1; step < 50; step += 1) {
    const moved = atLightness(from, lightness + (end - lightness) * (step / 50));
    if (contrastRatio(moved, background) >= contrast) return moved;
  }
  return end === 0 ? '#000000' : '#ffffff';
}
