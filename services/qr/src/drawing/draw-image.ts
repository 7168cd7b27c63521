import sharp from 'sharp';
import type { Look } from './code-look.ts';
import { drawPng } from './draw-png.ts';
import { drawSvg } from './draw-svg.ts';
import { layOut } from './layout.ts';
import type { Logo } from './logo.ts';
import { mustRead, type Thoroughness } from './read-back.ts';

/** Increment whenever the same image or sheet is drawn differently, so that stored ones are not reused. */
export const DRAWING_VERSION = 4;

/** An image of one code: everything that shows in it. */
export interface CodeImage {
  text: string;
  look: Look;
  format: 'png' | 'svg';
  /** Width in pixels; unused for an SVG. */
  size: number;
}

/** The width at which an SVG is read back, in pixels. */
const SVG_READ_AT = 1024;

/**
 * Draws an image and reads it back before returning its file; `logo` is the picture of its look's `logoHash`.
 * @throws Unreadable if a decoder can't read it.
 */
export async function drawImage(
  { text, look, format, size }: CodeImage,
  logo: Logo | null,
  thoroughness: Thoroughness = 'image',
): Promise<Buffer> {
  const layout = layOut(text, look, logo);
  if (format === 'svg') {
    const svg = Buffer.from(drawSvg(layout, look));
    await mustRead(sharp(svg).resize(SVG_READ_AT), text, thoroughness);
    return svg;
  }
  const png = await drawPng(layout, look, size);
  await mustRead(sharp(png), text, thoroughness);
  return png;
}
