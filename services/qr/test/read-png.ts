import QRCode from 'qrcode';
import sharp from 'sharp';

/** A drawn code as a scanner sees it: light and dark modules, without the quiet zone. */
export interface Drawing {
  format: string | undefined;
  width: number;
  height: number;
  /** Every brightness that occurs, 0 (black) to 255 (white). */
  shades: number[];
  /** Rows of dark (true) and light (false) modules, read at their centres. */
  modules: boolean[][];
  /** Light modules left of, above, right of and below the code. */
  quietZone: number[];
}

/** Reads a PNG's pixels; `size` is the number of modules in a row of the code. */
export async function readDrawing(png: Uint8Array, size: number): Promise<Drawing> {
  const { format } = await sharp(png).metadata();
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const isDark = (x: number, y: number) => (data[(y * info.width + x) * info.channels] as number) < 128;
  const dark = { left: info.width, top: info.height, right: -1, bottom: -1 };
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if (!isDark(x, y)) continue;
      dark.left = Math.min(dark.left, x);
      dark.right = Math.max(dark.right, x);
      dark.top = Math.min(dark.top, y);
      dark.bottom = Math.max(dark.bottom, y);
    }
  }
  const step = (dark.right - dark.left + 1) / size;
  const middle = (start: number, n: number) => Math.floor(start + (n + 0.5) * step);
  const range = Array.from({ length: size }, (_, n) => n);
  return {
    format,
    width: info.width,
    height: info.height,
    shades: [...new Set(data)].sort((one, other) => one - other),
    modules: range.map((row) => range.map((column) => isDark(middle(dark.left, column), middle(dark.top, row)))),
    quietZone: [dark.left, dark.top, info.width - 1 - dark.right, info.height - 1 - dark.bottom].map(
      (pixels) => Math.round((pixels / step) * 10) / 10,
    ),
  };
}

/** The expected modules of a code of `text`. */
export function expectedModules(text: string): boolean[][] {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'Q' });
  const range = Array.from({ length: modules.size }, (_, n) => n);
  return range.map((row) => range.map((column) => modules.get(row, column) === 1));
}
