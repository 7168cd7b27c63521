/** Shares of the darkest and of the brightest pixels that may become plain black and white. */
const CLIPPED = { dark: 0.01, bright: 0.05 };
/** Of 256 levels, the least between both: less is an empty page, whose noise would become letters. */
const RANGE_MIN = 32;

/** A picture in gray, with all of its contrast. `pixels` are RGBA, as of a canvas. */
export function grayOf(pixels: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const gray = new Uint8Array(pixels.length / 4);
  const counts = new Uint32Array(256);
  for (let at = 0; at < gray.length; at++) {
    const [red, green, blue] = [pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]] as [number, number, number];
    const level = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    gray[at] = level;
    counts[level] = (counts[level] as number) + 1;
  }
  const dark = levelAt(counts, gray.length * CLIPPED.dark);
  const bright = levelAt(counts, gray.length * (1 - CLIPPED.bright));
  const range = bright - dark;
  if (range < RANGE_MIN) return gray;
  return gray.map((level) => Math.max(0, Math.min(255, Math.round(((level - dark) * 255) / range))));
}

/** The lowest level at or below which so many pixels are. */
function levelAt(counts: Uint32Array, wanted: number): number {
  let seen = 0;
  return counts.findIndex((count) => {
    seen += count;
    return seen >= wanted;
  });
}
