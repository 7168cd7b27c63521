import type { SheetInput } from '@tavola/contracts/qr.ts';
import type { Box } from '../drawing/layout.ts';

type Paper = SheetInput['paper'];
type LayoutName = SheetInput['layout'];

/** Paper sizes in points (1/72 inch). */
export const PAPER_POINTS: Record<Paper, { width: number; height: number }> = {
  A4: { width: 595.28, height: 841.89 },
  Letter: { width: 612, height: 792 },
};

/** Margin: most printers can't print the outer half inch. */
export const EDGE = 36;

/** Columns and rows of cards on a page. */
const GRIDS = { '1': [1, 1], '4': [2, 2], '12': [3, 4] } as const;

/** A card on a page: its position, and whether it is upside down. */
export interface Card extends Box {
  isUpsideDown: boolean;
}

/** A page of cards. Each card has the same number of codes; both cards of a tent have the same code. */
export interface Page {
  width: number;
  height: number;
  /** Codes on a page. */
  codes: number;
  cards: readonly Card[];
  /** Position of a tent's fold, from the top. */
  fold: number | null;
}

/** The page for `layout` on `paper`. */
export function pageOf(paper: Paper, layout: LayoutName): Page {
  const { width, height } = PAPER_POINTS[paper];
  if (layout === 'tent') {
    const side = { x: EDGE, width: width - 2 * EDGE, height: height / 2 - EDGE };
    // Folded in the middle and set up, each half is read from its own side.
    const cards = [
      { ...side, y: EDGE, isUpsideDown: true },
      { ...side, y: height / 2, isUpsideDown: false },
    ];
    return { width, height, codes: 1, cards, fold: height / 2 };
  }
  const [columns, rows] = GRIDS[layout];
  const cell = { width: (width - 2 * EDGE) / columns, height: (height - 2 * EDGE) / rows };
  const cards = Array.from({ length: columns * rows }, (_, at) => ({
    ...cell,
    x: EDGE + (at % columns) * cell.width,
    y: EDGE + Math.floor(at / columns) * cell.height,
    isUpsideDown: false,
  }));
  return { width, height, codes: columns * rows, cards, fold: null };
}
