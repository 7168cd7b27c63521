/** Longest side of the picture that is read, in pixels. More makes reading slower, not better. */
const SIDE = 2_500;

/** The size of a picture of `width` and `height` pixels as it is read. */
export function readSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
