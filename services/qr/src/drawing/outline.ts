/** Whether the module at this row and column is dark. */
export type IsDark = (row: number, column: number) => boolean;

/**
 * The dark modules of a grid of `size` by `size` as one SVG path, one unit a module: the outlines of the dark areas,
 * to be filled by the even-odd rule. Adjacent squares would show hairlines on screens and in print.
 */
export function outline(isDark: IsDark, size: number): string {
  // Edges have the dark side on their right; at every corner as many begin as end.
  const edges = new Map<number, number[]>();
  const corner = (row: number, column: number) => row * (size + 1) + column;
  const edge = (from: number, to: number) => {
    const known = edges.get(from);
    if (known) known.push(to);
    else edges.set(from, [to]);
  };
  const dark: IsDark = (row, column) => row >= 0 && column >= 0 && row < size && column < size && isDark(row, column);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!dark(row, column)) continue;
      if (!dark(row - 1, column)) edge(corner(row, column), corner(row, column + 1));
      if (!dark(row, column + 1)) edge(corner(row, column + 1), corner(row + 1, column + 1));
      if (!dark(row + 1, column)) edge(corner(row + 1, column + 1), corner(row + 1, column));
      if (!dark(row, column - 1)) edge(corner(row + 1, column), corner(row, column));
    }
  }
  let path = '';
  for (const start of edges.keys()) {
    while (edges.get(start)?.length) path += loopFrom(start, edges, size + 1);
  }
  return path;
}

/** Removes a closed loop of edges from `edges`, beginning at `start`, and returns it with straight segments merged. */
function loopFrom(start: number, edges: Map<number, number[]>, width: number): string {
  let path = `M${start % width} ${Math.floor(start / width)}`;
  let at = start;
  let stretch = 0;
  let isAcross = true;
  const draw = () => {
    if (stretch !== 0) path += `${isAcross ? 'h' : 'v'}${stretch}`;
  };
  do {
    const next = (edges.get(at) as number[]).pop() as number;
    const across = Math.abs(next - at) === 1;
    const step = next > at ? 1 : -1;
    if (across === isAcross && stretch * step > 0) stretch += step;
    else {
      draw();
      isAcross = across;
      stretch = step;
    }
    at = next;
  } while (at !== start);
  // Closing the path draws the last segment.
  return `${path}z`;
}
