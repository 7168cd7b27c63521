import type { PdfRun } from './pdf-page.ts';

/** Pieces of a page that is `width` wide; mirrored where most letters are of a script that reads right to left. */
export const inReadingOrder = (runs: readonly PdfRun[], width: number): readonly PdfRun[] =>
  isRightToLeft(runs) ? runs.map((run) => ({ ...run, x: width - run.x - run.width })) : runs;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/g;

function isRightToLeft(runs: readonly PdfRun[]): boolean {
  const text = runs.map((run) => run.text).join('');
  return (text.match(RIGHT_TO_LEFT)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0) / 2;
}

/** Whether a text has letters of a script that reads right to left. */
export const hasRightToLeft = (text: string): boolean => text.search(RIGHT_TO_LEFT) >= 0;
