import { FORMULA_START } from '@tavola/contracts/rules/formulas.ts';

export type Cell = string | number | boolean | null;

const FORMULA = new RegExp(`^${FORMULA_START}`);

/**
 * Rows as CSV (RFC 4180) with a byte order mark, which tells spreadsheets that it is UTF-8. Text is never a formula; `null` is
 * an empty cell.
 */
export const csv = (rows: readonly (readonly Cell[])[]): string => `\uFEFF${csvLines(rows)}`;

/** More rows to append to the output of `csv`. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
