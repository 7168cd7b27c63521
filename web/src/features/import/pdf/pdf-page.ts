/** A piece of text on a page, as the PDF draws it. Lengths are in points, from the page's top left corner. */
export interface PdfRun {
  text: string;
  /** Its start; on a page that reads right to left, mirrored. */
  x: number;
  /** Its baseline. */
  y: number;
  width: number;
  /** Of its letters. */
  size: number;
  /** The same for the same font; no name that says more. */
  font: string;
}

export interface PdfPage {
  height: number;
  runs: readonly PdfRun[];
}

/** What stands together on a line, without a wide gap in it. */
export interface Cell {
  text: string;
  x: number;
  end: number;
  y: number;
  size: number;
  /** Font and size of most of its letters. */
  style: string;
  /** Holds nothing but one or several prices, or words such as "Market price". */
  isPrice: boolean;
}

/** Cells on one baseline, from left to right. */
export interface Row {
  cells: Cell[];
  y: number;
}
