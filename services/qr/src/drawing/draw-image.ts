import sharp from 'sharp';
import { drawPng } from './draw-png.ts';
import { drawSvg } from './draw-svg.ts';
import { layOut } from './layout.ts';
import type { Logo } from './logo.ts';
import type { Look } from './look.ts';
import { mustRead, type Thoroughness } from './read-back.ts';

/** Raised whenever something else is drawn for the same image, so that kept images are not taken for new ones. */
export const DRAWING_VERSION = 3;

/** An image of one code: all that shows in it. */
export interface CodeImage {
  text: string;
  look: Look;
  format: 'png' | 'svg';
  /** Width in pixels; an SVG has none. */
  size: number;
}

/** The width at which an SVG is read back, in pixels. */
const SVG_READ_AT = 1024;

/**
 * The file of an image, read back before it is given; `logo` is the picture of its look's `logoHash`.
 * @throws Unreadable where a decoder can't.
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
