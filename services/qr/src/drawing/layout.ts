import QRCode from 'qrcode';
import type { Look } from './code-look.ts';
import { fittedLettering } from './lettering.ts';
import type { Logo } from './logo.ts';
import type { IsDark } from './outline.ts';

/** Light modules around a code, as the standard requires (ISO/IEC 18004). */
export const QUIET_ZONE = 4;

/**
 * Maximum share of a code's side that a logo may take. Error level H corrects nearly a third of the code; a square of
 * this side covers 7 % and leaves the rest for stains and scratches.
 */
const LOGO_SHARE = 0.27;

/** Light modules between a logo and the code. */
const LOGO_MARGIN = 0.5;

/** The caption's baseline below the quiet zone, as a share of the letter size. */
const CAPTION_LINE = 0.7;

/** Modules below the baseline, about as many as above the letters: letters reach at most a quarter of their size below it. */
const CAPTION_MARGIN = 3;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The positions of everything in a drawing; the unit is a module, and 0, 0 is the upper left corner of the quiet zone. */
export interface Layout {
  /** Modules in a row of the code. */
  size: number;
  width: number;
  height: number;
  isDark: IsDark;
  logo: (Box & { picture: Logo }) | null;
  /** An SVG path. */
  caption: { path: string; x: number; y: number } | null;
}

/** Lays out a code of `text` in a look; `logo` is the picture of the look's `logoHash`. */
export function layOut(text: string, { caption }: Pick<Look, 'caption'>, logo: Logo | null): Layout {
  // Without a logo a quarter of the code may be damaged (Q), and its modules are larger.
  const { modules } = QRCode.create(text, { errorCorrectionLevel: logo ? 'H' : 'Q' });
  const { size } = modules;
  const width = size + 2 * QUIET_ZONE;
  const box = logo && logoBox(logo, size);
  const hole = box && holeFor(box);
  const isDark: IsDark = (row, column) => modules.get(row, column) === 1 && !hole?.(row, column);
  return {
    size,
    width,
    isDark,
    logo: logo && box && { ...box, x: box.x + QUIET_ZONE, y: box.y + QUIET_ZONE, picture: logo },
    ...withCaption(caption, width),
  };
}

/** The logo's position among the modules: in the middle, as large as allowed. */
function logoBox(logo: Logo, size: number): Box {
  const most = Math.floor(size * LOGO_SHARE) - 2 * LOGO_MARGIN;
  const scale = most / Math.max(logo.width, logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  return { x: (size - width) / 2, y: (size - height) / 2, width, height };
}

/** The whole modules that a logo replaces. */
function holeFor({ x, y, width, height }: Box): IsDark {
  const [left, top] = [Math.floor(x - LOGO_MARGIN), Math.floor(y - LOGO_MARGIN)];
  const [right, bottom] = [Math.ceil(x + width + LOGO_MARGIN), Math.ceil(y + height + LOGO_MARGIN)];
  return (row, column) => row >= top && row < bottom && column >= left && column < right;
}

/** Places the caption below the code, in the largest letters that fit. */
function withCaption(caption: string | null, width: number): Pick<Layout, 'height' | 'caption'> {
  if (!caption) return { height: width, caption: null };
  const { path, width: length, size } = fittedLettering(caption, width * 0.075, width - 2 * QUIET_ZONE);
  return {
    height: width + size * CAPTION_LINE + CAPTION_MARGIN,
    caption: { path, x: (width - length) / 2, y: width + size * CAPTION_LINE },
  };
}
