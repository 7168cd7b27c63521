/** Modules along one side of the specimen, without the quiet zone. */
export const SPECIMEN_SIDE = 33;

const FINDER = 7;

/**
 * An SVG path with the dark modules of an imitation QR code, to preview colors and logo before they are saved. It can't
 * be scanned.
 */
export function specimenPath(): string {
  const squares: string[] = [];
  let noise = 20;
  for (let y = 0; y < SPECIMEN_SIDE; y += 1) {
    for (let x = 0; x < SPECIMEN_SIDE; x += 1) {
      // The Numerical Recipes generator, so that the specimen is always the same.
      noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
      if (isInFinder(x, y) ? isFinderDark(x, y) : noise >>> 31 === 1) squares.push(`M${x} ${y}h1v1h-1z`);
    }
  }
  return squares.join('');
}

/** Distance from the nearest edge: locates the three finder corners with the light ring around them. */
const fromEdge = (at: number) => Math.min(at, SPECIMEN_SIDE - 1 - at);
const isInFinder = (x: number, y: number) =>
  fromEdge(x) <= FINDER && fromEdge(y) <= FINDER && !(x > FINDER && y > FINDER);

function isFinderDark(x: number, y: number): boolean {
  const ring = Math.max(Math.abs(fromEdge(x) - 3), Math.abs(fromEdge(y) - 3));
  return ring <= 1 || ring === 3;
}
