import { FORMULA_START } from '@tavola/contracts/rules/formulas.ts';

/** What stands in a cell of a table; `null` where nothing does. */
export type Cell = string | number | boolean | null;

/** A table with its headings, and its rows in their order. */
export interface Table {
  headings: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** In a cell: the field becomes empty. An empty cell leaves it as it is. */
export const CLEARED = '(empty)';

/** In the ID column of a row that shows how a table is filled in. Such rows are not read. */
export const EXAMPLE = 'Example';

/** A text that a spreadsheet would run as a formula. */
const FORMULA = new RegExp(`^'*${FORMULA_START}`);
/** A text that would be read as something else. */
const MISREAD = new RegExp(`^'+${FORMULA_START}|^'*\\(empty\\)$`, 'i');

/** `text` with an apostrophe before it where it would be misread, or, in a file that shows formulas `asText: false`, be run. */
export const guarded = (text: string, { asText }: { asText: boolean }): string =>
  MISREAD.test(text) || (!asText && FORMULA.test(text)) ? `'${text}` : text;

/** `text` as it was before `guarded`. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && (FORMULA.test(text) || MISREAD.test(text)) ? text.slice(1) : text;

/** A cell as text: 'yes', '8.50', ''. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return Number.isInteger(cell) ? String(cell) : cell.toFixed(2);
  return cell ?? '';
}
