import { type Cell, cellText } from '../../../lib/menu-table/cells.ts';
import type { GuessedEncoding } from '../files/decode-text.ts';
import type { PriceChoices } from '../read-menu.ts';
import { areHeadings, meaningOf } from './headings.ts';
import { areOwnHeadings, exportOf } from './origin.ts';
import { textOfHtml } from './text-of-html.ts';

/** Most rows of a table that are read, without its headings. */
export const ROWS_MAX = 5_000;
/** Most columns that are read. */
export const COLUMNS_MAX = 60;
/** A table's headings are in one of its first rows. */
export const TITLE_ROWS = 10;

/** A table as it stands in a file. */
export interface ReadTable {
  /** Empty ones where the file has none. */
  headings: readonly string[];
  /** Its rows. Without empty ones. */
  rows: readonly TableRow[];
  /** Whether it has more rows than are read. */
  isCut: boolean;
  /** Whether it was exported by this product, so that its IDs count. */
  isOwn?: true;
  /** What an export has beside its dishes, as it stands there. */
  parts?: object;
  /** Rows whose quotation marks end nowhere, or in the middle of a cell. They are read as far as their lines tell. */
  misquoted?: readonly number[];
  /** How many of its rows and columns are hidden in the spreadsheet, and which sheets. They are not read. */
  hidden?: { rows: number; columns: number; sheets: readonly string[] };
  /** Other sheets of its workbook, which are no tables of dishes. */
  unreadSheets?: readonly string[];
  /** What a workbook shows beside its numbers, which their cells don't have: signs of currencies, and other words. */
  signs?: readonly string[];
  /** Its encoding, where that is a guess. */
  encoding?: GuessedEncoding;
  /** The text that it was read from. */
  source?: string;
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
  question?: PriceChoices | undefined;
  /** Words of a photo that may be wrong. */
  doubts?: readonly string[] | undefined;
  /** Whether the name of its category may be wrong. */
  isCategoryDoubtful?: boolean;
  /** The sheet of its workbook, where several have dishes. */
  sheet?: string;
  /** Which size of its dish it is. */
  size?: string | undefined;
  /** The rows of its sizes, if several are one dish, each with its price. */
  sizes?: readonly (TableRow & { size: string })[];
  /** The row above that may be the heading of its category, or a dish: its key. Its own if it is that row. */
  below?: string;
  /** Why it is left out, in words. */
  leftOut?: string;
}

/** Whether rows with nothing but a text are categories, by their keys. */
export type ChosenHeadings = Readonly<Record<string, boolean>>;

/** By which answers name a row. */
export const keyOf = ({ key, number }: TableRow): string => key ?? String(number);

/** Why a table is not read, in words. */
export class UnreadTable extends Error {}

type Rows = readonly (readonly Cell[])[];

/** The row with known headings, from 0; -1 where none of the first is. */
export const headingsAt = (rows: Rows): number =>
  rows.slice(0, TITLE_ROWS).findIndex((row) => {
    const cells = row.map(cellText);
    return areHeadings(cells) || exportOf(cells) !== undefined;
  });

/** The table in `rows`, which begin after `before` others; `null` if none of the first has a table's headings. */
export function tableOf(rows: Rows, before = 0): ReadTable | null {
  const at = headingsAt(rows);
  return at < 0 ? null : tableFrom(rows, at, before);
}

/** How unknown tables are told from texts. */
interface UnknownTable {
  /** How many cells a row has at least. */
  columns: number;
  /** Whether it may have no headings. */
  mayLackHeadings: boolean;
}

const IN_FILE: UnknownTable = { columns: 2, mayLackHeadings: true };
/** Which share of the rows has as many cells as the first. */
const ALIKE = 0.8;

/** The same of rows with headings that are not known, or without any; `null` if these are no rows of a table. */
export function unknownTableOf(rows: Rows, before = 0, { columns, mayLackHeadings } = IN_FILE): ReadTable | null {
  const first = rows.findIndex((row) => filledIn(row) > 0);
  const [head = [], ...below] = rows.slice(Math.max(first, 0)).filter((row) => filledIn(row) > 0);
  const alike = below.filter(({ length }) => length === head.length);
  if (head.length < columns || below.length === 0 || alike.length < below.length * ALIKE) return null;
  if (!below.flat().some((cell) => LIKE_A_PRICE.test(cellText(cell)))) return null;
  const isHeading = (text: string) => !LIKE_A_PRICE.test(text) || meaningOf(text) !== undefined;
  if (filledIn(head) === head.length && head.map(cellText).every(isHeading)) return tableFrom(rows, first, before);
  return mayLackHeadings ? tableFrom(rows, first - 1, before, Array(head.length).fill('')) : null;
}

/** A number, with a currency perhaps. */
export const LIKE_A_PRICE = /^\D{0,4}\d[\d.,' ]*\D{0,4}$/;

const filledIn = (row: readonly Cell[]): number => row.filter((cell) => cellText(cell).trim() !== '').length;

function tableFrom(rows: Rows, at: number, before: number, headings = (rows[at] ?? []).map(headingIn)): ReadTable {
  const isOwn = areOwnHeadings(headings);
  const filled = rows
    .map((cells, index) => ({ number: before + index + 1, cells }))
    .slice(at + 1)
    .filter(({ cells }) => filledIn(cells) > 0)
    .map((row) => (isOwn ? row : { ...row, cells: row.cells.map(withoutHtml) }))
    .map((row) => (filledIn(row.cells.slice(headings.length)) > 0 ? { ...row, leftOut: TOO_LONG } : row));
  return {
    headings,
    rows: filled.slice(0, ROWS_MAX),
    isCut: filled.length > ROWS_MAX,
    ...(isOwn && { isOwn }),
  };
}

const TOO_LONG = 'It has more cells than the table has columns, so it is left out.';

const headingIn = (cell: Cell): string => cellText(cell).trim();
const withoutHtml = (cell: Cell): Cell => (typeof cell === 'string' ? textOfHtml(cell) : cell);

/** A value as a cell. Dates of a spreadsheet have no time zone: they are those of its clock. */
export function toCell(value: unknown): Cell {
  if (value instanceof Date) return value.toISOString().slice(0, 16);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return (value ?? null) === null ? null : JSON.stringify(value);
}
