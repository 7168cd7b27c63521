import type { Cell } from './pdf-page.ts';
import { rowsOf } from './rows.ts';

/** A column has at least this many texts. */
const TEXTS_MIN = 3;
/** Of all cells, at most this part stands across a gap between columns, such as a title. */
const ACROSS_MAX = 0.25;
/** More of the lines than this on the same height make a table, not two columns. */
const LEVEL_MAX = 0.6;
const COLUMNS_MAX = 6;

/** The columns of a page in the order in which they are read; what stands across them divides the page. */
export function columnsOf(cells: readonly Cell[], depth = COLUMNS_MAX): Cell[][] {
  const cut = depth > 1 ? bestCut(cells) : undefined;
  if (!cut) return cells.length > 0 ? [[...cells]] : [];
  const { left, right, across } = cut;
  const dividers = rowsOf(across);
  const bands = [...dividers.map(({ y }) => y), Number.POSITIVE_INFINITY];
  let above = Number.NEGATIVE_INFINITY;
  return bands.flatMap((below, index) => {
    const isHere = ({ y }: Cell) => y > above && y <= below;
    const divider = dividers[index]?.cells ?? [];
    const columns = [left, right].flatMap((side) => columnsOf(side.filter(isHere), depth - 1));
    above = below;
    return [...columns, divider].filter((column) => column.length > 0);
  });
}

interface Cut {
  left: Cell[];
  right: Cell[];
  across: Cell[];
}

/** The gap that the fewest cells cross; of those, the widest. */
function bestCut(cells: readonly Cell[]): Cut | undefined {
  let best: (Cut & { width: number }) | undefined;
  const starts = [...new Set(cells.filter(({ isPrice }) => !isPrice).map(({ x }) => Math.round(x)))];
  for (const start of starts.slice(0, 200)) {
    const cut = cutAt(cells, start - 1);
    if (!cut || !isBetweenColumns(cut, cells.length)) continue;
    const width = start - cut.left.reduce((end, cell) => Math.max(end, cell.end), 0);
    const isBetter =
      !best ||
      cut.across.length < best.across.length ||
      (cut.across.length === best.across.length && width > best.width);
    if (isBetter) best = { ...cut, width };
  }
  return best;
}

function cutAt(cells: readonly Cell[], x: number): Cut | undefined {
  const left = cells.filter(({ end }) => end <= x);
  const others = cells.filter(({ end }) => end > x);
  const right = others.filter((cell) => cell.x >= x);
  const across = others.filter((cell) => cell.x < x);
  return left.length > 0 && right.length > 0 ? { left, right, across } : undefined;
}

function isBetweenColumns({ left, right, across }: Cut, total: number): boolean {
  if (across.length > ACROSS_MAX * total) return false;
  const isText = ({ isPrice }: Cell) => !isPrice;
  if (left.filter(isText).length < TEXTS_MIN || right.filter(isText).length < TEXTS_MIN) return false;
  // Names and their prices belong together.
  const firsts = rowsOf(right).map(({ cells }) => cells[0]);
  if (firsts.filter((cell) => cell?.isPrice).length > firsts.length * 0.3) return false;
  const lefts = rowsOf(left);
  if (lefts.every(({ cells }) => cells.every((cell) => cell.isPrice || cell.text.length < 4))) return false;
  const heights = lefts.map(({ y }) => y);
  const size = left[0]?.size ?? 0;
  const level = rowsOf(right).filter(({ y }) => heights.some((height) => Math.abs(height - y) < size * 0.2)).length;
  const isTable = level > LEVEL_MAX * Math.min(lefts.length, rowsOf(right).length);
  return !isTable || (hasPrices(left) && hasPrices(right));
}

/** In two columns of dishes, each has its prices. */
const hasPrices = (cells: readonly Cell[]) =>
  cells.filter(({ isPrice, text }) => isPrice || /\d$/.test(text)).length >= 2;
