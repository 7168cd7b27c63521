/** Whether the module at this row and column is dark. */
export type IsDark = (row: number, column: number) => boolean;

/**
 * The dark modules of a grid of `size` by `size` as one SVG path, a unit a module: the outlines of dark areas, to be
 * filled by the even-odd rule. Squares side by side would show hairlines between them on screens and in print.
 */
export function outline(isDark: IsDark, size: number): string {
  // Edges run with the dark to their right; at every corner as many begin as end.
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

/** Takes a closed line of edges from `start` out of `edges`, and gives it with its straight stretches joined. */
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
  // The last stretch is drawn by closing the line.
  return `${path}z`;
}
