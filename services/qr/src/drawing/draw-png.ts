import { rgbOf } from '@tavola/contracts/rules/contrast.ts';
import sharp, { type Sharp } from 'sharp';
import type { Look } from './code-look.ts';
import { captionPath } from './draw-svg.ts';
import { type Layout, QUIET_ZONE } from './layout.ts';

const CHANNELS = 3;

/** The red, green and blue values of a picture, row by row. */
interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** A code as a PNG of `width` pixels. */
export async function drawPng(layout: Layout, look: Look, width: number): Promise<Buffer> {
  const pixels = await drawPixels(layout, look, width);
  const drawing = sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: CHANNELS } });
  // Choosing a palette takes four times as long as the rest; for two colours it shrinks the file to a tenth.
  const isPlain = !layout.logo && !layout.caption;
  return drawing.png(isPlain ? { palette: true, colours: 2, effort: 1 } : { compressionLevel: 6 }).toBuffer();
}

/** A code in pixels. Every module has sharp edges, whatever the width. */
export async function drawPixels(layout: Layout, look: Look, width: number): Promise<Pixels> {
  const scale = width / layout.width;
  const height = Math.round(layout.height * scale);
  const pixels: Pixels = { data: Buffer.alloc(width * height * CHANNELS), width, height };
  drawModules(pixels, layout, look);
  const [picture, band] = await Promise.all([logoPixels(layout, look, scale), captionPixels(layout, look, scale)]);
  if (picture)
    paste(picture, pixels, Math.round((layout.logo?.x ?? 0) * scale), Math.round((layout.logo?.y ?? 0) * scale));
  if (band) paste(band, pixels, 0, height - band.height);
  return pixels;
}

function drawModules({ data, width, height }: Pixels, { size, width: modules, isDark }: Layout, look: Look): void {
  const [dark, light] = [Buffer.from(rgbOf(look.foreground)), Buffer.from(rgbOf(look.background))];
  const stride = width * CHANNELS;
  const empty = Buffer.alloc(stride, light);
  const row = Buffer.alloc(stride);
  let drawn = Number.NaN;
  for (let y = 0; y < height; y++) {
    const at = Math.floor((y * modules) / width) - QUIET_ZONE;
    if (at < 0 || at >= size) {
      empty.copy(data, y * stride);
      continue;
    }
    if (at !== drawn) {
      for (let x = 0; x < width; x++) {
        const column = Math.floor((x * modules) / width) - QUIET_ZONE;
        const isLit = column < 0 || column >= size || !isDark(at, column);
        row.set(isLit ? light : dark, x * CHANNELS);
      }
      drawn = at;
    }
    row.copy(data, y * stride);
  }
}

/** The logo on the background, at its size in the drawing. */
async function logoPixels({ logo }: Layout, { background }: Look, scale: number): Promise<Pixels | null> {
  if (!logo) return null;
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
  return pixelsOf(
    sharp(logo.picture.png).resize(Math.max(width, 1), Math.max(height, 1), { fit: 'fill' }).flatten({ background }),
  );
}

/** The strip below the code with the caption in it. */
async function captionPixels({ caption, width, height }: Layout, look: Look, scale: number): Promise<Pixels | null> {
  if (!caption) return null;
  const tall = Math.round(height * scale) - Math.round(width * scale);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${width} ${width} ${height - width}" width="${Math.round(width * scale)}" height="${tall}" preserveAspectRatio="none">${captionPath(caption, look.foreground)}</svg>`;
  return pixelsOf(sharp(Buffer.from(svg)).flatten({ background: look.background }));
}

async function pixelsOf(drawing: Sharp): Promise<Pixels> {
  const { data, info } = await drawing.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function paste(picture: Pixels, onto: Pixels, left: number, top: number): void {
  const length = Math.min(picture.width, onto.width - left) * CHANNELS;
  for (let y = 0; y < picture.height && top + y < onto.height; y++) {
    const from = y * picture.width * CHANNELS;
    picture.data.copy(onto.data, ((top + y) * onto.width + left) * CHANNELS, from, from + length);
  }
}
