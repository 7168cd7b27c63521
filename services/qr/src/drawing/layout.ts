import QRCode from 'qrcode';
import { fittedLettering } from './lettering.ts';
import type { Logo } from './logo.ts';
import type { Look } from './look.ts';
import type { IsDark } from './outline.ts';

/** Light modules around a code: what the standard (ISO/IEC 18004) asks for. */
export const QUIET_ZONE = 4;

/**
 * Most of a code's side that a logo may take. Error level H mends nearly a third of what a code says; a square of this
 * side covers 7 % and leaves the rest of that to stains and scratches.
 */
const LOGO_SHARE = 0.27;

/** Light modules between a logo and the code. */
const LOGO_MARGIN = 0.5;

/** Where the line is that a caption stands on, below the quiet zone, as a share of the size of its letters. */
const CAPTION_LINE = 0.7;

/** Modules below that line, about as many as stand above the letters: letters hang at most a quarter of their size below it. */
const CAPTION_MARGIN = 3;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where everything in a drawing is; a unit is a module, and 0, 0 the upper left corner with the quiet zone. */
export interface Layout {
  /** Modules of the code in a row. */
  size: number;
  width: number;
  height: number;
  isDark: IsDark;
  logo: (Box & { picture: Logo }) | null;
  /** An SVG path. */
  caption: { path: string; x: number; y: number } | null;
}

/** How a code that says `text` is laid out in a look; `logo` is the picture of the look's `logoHash`. */
export function layOut(text: string, { caption }: Pick<Look, 'caption'>, logo: Logo | null): Layout {
  // Without a logo a quarter of the code may be stained (Q), and its modules are larger.
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

/** The place of the logo among the modules: in the middle, as large as it may be. */
function logoBox(logo: Logo, size: number): Box {
  const most = Math.floor(size * LOGO_SHARE) - 2 * LOGO_MARGIN;
  const scale = most / Math.max(logo.width, logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  return { x: (size - width) / 2, y: (size - height) / 2, width, height };
}

/** The modules that give way to a logo, whole ones. */
function holeFor({ x, y, width, height }: Box): IsDark {
  const [left, top] = [Math.floor(x - LOGO_MARGIN), Math.floor(y - LOGO_MARGIN)];
  const [right, bottom] = [Math.ceil(x + width + LOGO_MARGIN), Math.ceil(y + height + LOGO_MARGIN)];
  return (row, column) => row >= top && row < bottom && column >= left && column < right;
}

/** The caption stands below the code, in letters as large as it leaves room for. */
function withCaption(caption: string | null, width: number): Pick<Layout, 'height' | 'caption'> {
  if (!caption) return { height: width, caption: null };
  const { path, width: length, size } = fittedLettering(caption, width * 0.075, width - 2 * QUIET_ZONE);
  return {
    height: width + size * CAPTION_LINE + CAPTION_MARGIN,
    caption: { path, x: (width - length) / 2, y: width + size * CAPTION_LINE },
  };
}
