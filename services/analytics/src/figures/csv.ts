export type Cell = string | number;

/** Spreadsheets take text that starts so for a formula; some of them full-width signs as well. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Rows as CSV (RFC 4180) with a byte order mark, which tells spreadsheets that it is UTF-8. Text is never a formula. */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
