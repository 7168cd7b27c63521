/** Shares of the darkest and of the brightest pixels that may become plain black and white. */
const CLIPPED = { dark: 0.01, bright: 0.05 };
/** Of 256 levels, the least between both: less is an empty page, whose noise would become letters. */
const RANGE_MIN = 32;

/** Makes a picture gray and stretches its contrast, in place. `pixels` are RGBA, as of a canvas. */
export function stretchContrast(pixels: Uint8ClampedArray): void {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += 4) {
    const gray = Math.round(
      0.299 * (pixels[at] as number) + 0.587 * (pixels[at + 1] as number) + 0.114 * (pixels[at + 2] as number),
    );
    pixels[at] = gray;
    counts[gray] = (counts[gray] as number) + 1;
  }
  const total = pixels.length / 4;
  const dark = levelAt(counts, total * CLIPPED.dark);
  const bright = levelAt(counts, total * (1 - CLIPPED.bright));
  const range = bright - dark;
  for (let at = 0; at < pixels.length; at += 4) {
    const gray = pixels[at] as number;
    const value = range < RANGE_MIN ? gray : ((gray - dark) * 255) / range;
    pixels[at] = value;
    pixels[at + 1] = value;
    pixels[at + 2] = value;
  }
}

/** The lowest level at or below which so many pixels are. */
function levelAt(counts: Uint32Array, wanted: number): number {
  let seen = 0;
  return counts.findIndex((count) => {
    seen += count;
    return seen >= wanted;
  });
}
