/** A picture without colors. */
export interface GrayPicture {
  /** From 0, black, to 255, row by row. */
  gray: Uint8Array<ArrayBuffer>;
  /** In pixels. */
  width: number;
  height: number;
}

/** Where a part of a picture is, and how that stands on it. Lengths are in pixels of the turned picture, from its top left corner. */
export interface Part {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** How much the picture is turned clockwise about its middle before, in radians. */
  turn: number;
  /** How much the part falls from left to right. */
  slope: number;
}

/** White around a part that was cut out, in pixels of the picture: the reader takes letters at an edge for others. */
export const BORDER = 10;

/** A part of a picture, made level, with a white border, and `scale` times as large. What is beyond the picture is white. */
export function cutOut(
  { gray, width, height }: GrayPicture,
  { x0, y0, x1, y1, turn, slope }: Part,
  scale = 1,
): GrayPicture {
  const [across, down] = [Math.ceil((x1 - x0 + 2 * BORDER) * scale), Math.ceil((y1 - y0 + 2 * BORDER) * scale)];
  const part = new Uint8Array(across * down).fill(255);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (let row = 0, at = 0; row < down; row++) {
    for (let column = 0; column < across; column++, at++) {
      const [x, y] = [x0 - BORDER + column / scale, y0 - BORDER + row / scale];
      if (x < x0 || x > x1 || y < y0 || y > y1) continue;
      const dx = x - width / 2;
      const dy = y + slope * (x - (x0 + x1) / 2) - height / 2;
      part[at] = levelAt({ gray, width, height }, width / 2 + dx * cos + dy * sin, height / 2 - dx * sin + dy * cos);
    }
  }
  return { gray: part, width: across, height: down };
}

/** The level between pixels. */
function levelAt({ gray, width, height }: GrayPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 255;
  const at = top * width + left;
  const between = (from: number, share: number) =>
    (gray[from] as number) * (1 - share) + (gray[from + 1] as number) * share;
  return between(at, x - left) * (1 - y + top) + between(at + width, x - left) * (y - top);
}

/** A picture as a file, in a format that takes no time to write: PGM. */
export function toFile({ gray, width, height }: GrayPicture): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + gray.length);
  file.set(head);
  file.set(gray, head.length);
  return file;
}
