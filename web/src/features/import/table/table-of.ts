import { type Cell, cellText } from '../../../lib/menu-table/cells.ts';
import { areHeadings } from './headings.ts';

/** Most rows of a table that are read, without its headings. */
export const ROWS_MAX = 5_000;
/** Most columns that are read. */
export const COLUMNS_MAX = 60;
/** A table's headings are in one of its first rows. */
export const TITLE_ROWS = 10;

/** A table of dishes as it stands in a file. */
export interface ReadTable {
  headings: readonly string[];
  /** Its rows. Without empty ones. */
  rows: readonly TableRow[];
  /** Whether it has more rows than are read. */
  isCut: boolean;
  /** The row at which a quotation mark begins that has no end. */
  openQuote?: number;
  /** How many other sheets of its workbook have dishes. They are not read. */
  otherSheets?: number;
  /** Whether it was read from a text, which changes nothing but prices of dishes that are on the menu. */
  isText?: true;
}

export interface TableRow {
  /** In its spreadsheet or text. */
  number: number;
  /** The same while the row says the same; without one, its number. */
  key?: string;
  cells: readonly Cell[];
  /** What its price may be, where it can be read two ways. */
  question?: { choices: readonly number[]; isOneNumber?: true };
}

/** Why a table is not read, in words. */
export class UnreadTable extends Error {}

/** The row with the headings, from 0; -1 where none of the first is. */
export const headingsAt = (rows: readonly (readonly Cell[])[]): number =>
  rows.slice(0, TITLE_ROWS).findIndex((row) => areHeadings(row.map(cellText)));

/** The table in `rows`, which begin after `before` others; `null` if none of the first has a table's headings. */
export function tableOf(rows: readonly (readonly Cell[])[], before = 0): ReadTable | null {
  const at = headingsAt(rows);
  if (at < 0) return null;
  const filled = rows
    .map((cells, index) => ({ number: before + index + 1, cells }))
    .slice(at + 1)
    .filter(({ cells }) => cells.some((cell) => cellText(cell).trim() !== ''));
  return {
    headings: (rows[at] ?? []).map((cell) => cellText(cell).trim()),
    rows: filled.slice(0, ROWS_MAX),
    isCut: filled.length > ROWS_MAX,
  };
}

/** A value as a cell. Dates of a spreadsheet have no time zone: they are those of its clock. */
export function toCell(value: unknown): Cell {
  if (value instanceof Date) return value.toISOString().slice(0, 16);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return (value ?? null) === null ? null : JSON.stringify(value);
}
