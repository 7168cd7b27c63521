import { unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/universal';
import { type Cell, cellText } from '../../../lib/menu-table/cells.ts';
import { JSON_VERSION } from '../../../lib/menu-table/write-json.ts';
import { decodeText } from '../files/decode-text.ts';
import { areHeadings } from './headings.ts';

/** Most rows of a table that are read, without its headings. */
export const ROWS_MAX = 5_000;
/** Most columns that are read. */
export const COLUMNS_MAX = 60;
/** The largest content of a workbook, in bytes. */
const UNPACKED_MAX = 50_000_000;
/** The largest sheet, in cells with those in between that are empty. */
const CELLS_MAX = 2_000_000;
/** A table's headings are in one of its first rows. */
const TITLE_ROWS = 10;

/** A table of dishes as it stands in a file. */
export interface ReadTable {
  headings: readonly string[];
  /** Its rows, each with its number in a spreadsheet. Without empty ones. */
  rows: readonly { number: number; cells: readonly Cell[] }[];
  /** Whether it has more rows than are read. */
  isCut: boolean;
  /** The row at which a quotation mark begins that has no end. */
  openQuote?: number;
}

/** Why a table is not read, in words. */
export class UnreadTable extends Error {}

/** Reads comma-, semicolon- or tab-separated values; `null` if the text is no table of dishes. */
export function readCsv(text: string): ReadTable | null {
  const source = text.replace(/^\ufeff/, '');
  const separator = /^sep=(.)\r?\n/i.exec(source);
  const table = separator ? source.slice(separator[0].length) : source;
  const start = table.slice(0, 20_000);
  const delimiter = separator?.[1] ?? [';', '\t', ','].find((one) => headingsAt(parseCsv(start, one).data) >= 0);
  if (!delimiter) return null;
  const { data, errors } = parseCsv(table, delimiter);
  const before = separator ? 1 : 0;
  const found = tableOf(data, before);
  const openQuote = errors.find(({ code }) => code === 'MissingQuotes')?.row;
  return found && openQuote !== undefined ? { ...found, openQuote: before + openQuote + 1 } : found;
}

const parseCsv = (text: string, delimiter: string) =>
  Papa.parse<string[]>(text, { delimiter, preview: ROWS_MAX + TITLE_ROWS + 1 });

/** Reads a menu's table in JSON: the list `dishes`, or a list alone. */
export function readJson(text: string): ReadTable | null {
  const found: unknown = parseJson(text);
  const { version = JSON_VERSION, dishes = found } = (found ?? {}) as { version?: unknown; dishes?: unknown };
  if (Number(version) > JSON_VERSION) throw new UnreadTable('This file was made by a newer version of Tavola.');
  if (!Array.isArray(dishes)) return null;
  const objects = dishes
    .slice(0, ROWS_MAX + 1)
    .filter((dish): dish is Record<string, unknown> => typeof dish === 'object' && dish !== null);
  const headings = [...new Set(objects.flatMap((dish) => Object.keys(dish)))];
  return tableOf([headings, ...objects.map((dish) => headings.map((heading) => toCell(dish[heading])))]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadTable("This file isn't valid JSON.");
  }
}

/** Reads the first sheet of an Excel workbook (.xlsx). */
export async function readXlsx(bytes: Uint8Array): Promise<ReadTable | null> {
  const rows = await readSheet(repacked(bytes)).catch(() => {
    throw new UnreadTable(BROKEN);
  });
  return tableOf(rows.map((row) => row.map(toCell)));
}

const BROKEN = "This spreadsheet can't be read. Open it, save it again as .xlsx, and try again.";
const TOO_LARGE = 'This spreadsheet is too large for a menu.';

/**
 * The parts of a workbook that are read, uncompressed. The sizes are looked at before anything is unpacked, because a small file can hold
 * gigabytes; and unpacking is done here, because the reader does it in workers that the browser may not start.
 */
function repacked(bytes: Uint8Array): ArrayBuffer {
  let size = 0;
  const isRead = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!/\.xml(\.rels)?$/.test(name)) return false;
    size += originalSize;
    if (size > UNPACKED_MAX) throw new UnreadTable(TOO_LARGE);
    return true;
  };
  try {
    const files = unzipSync(bytes, { filter: isRead });
    for (const [name, xml] of Object.entries(files)) {
      if (name.startsWith('xl/worksheets/')) requireSmallSheet(new TextDecoder().decode(xml));
    }
    return zipSync(files, { level: 0 }).buffer;
  } catch (error) {
    throw error instanceof UnreadTable ? error : new UnreadTable(BROKEN);
  }
}

/** The reader fills in the cells between those that a sheet has, and a sheet may have one in its billionth place. */
function requireSmallSheet(xml: string): void {
  let [rows, columns] = [0, 0];
  for (const [, letters = '', digits] of xml.matchAll(/\br=['"]([A-Z]*)(\d+)['"]/g)) {
    rows = Math.max(rows, Number(digits));
    columns = Math.max(
      columns,
      [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    );
  }
  if (rows * columns > CELLS_MAX) throw new UnreadTable(TOO_LARGE);
}

/** Dates of a spreadsheet have no time zone: they are those of its clock. */
function toCell(value: unknown): Cell {
  if (value instanceof Date) return value.toISOString().slice(0, 16);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return (value ?? null) === null ? null : JSON.stringify(value);
}

const headingsAt = (rows: readonly (readonly Cell[])[]): number =>
  rows.slice(0, TITLE_ROWS).findIndex((row) => areHeadings(row.map(cellText)));

/** The table in `rows`, which begin after `before` others; `null` if none of the first has a table's headings. */
function tableOf(rows: readonly (readonly Cell[])[], before = 0): ReadTable | null {
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

/**
 * The table in a file; a text where it has values without a table's headings.
 * @throws UnreadTable with the reason in words.
 */
export async function readTable(bytes: Uint8Array, name: string): Promise<ReadTable | { text: string }> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) {
    throw new UnreadTable('This spreadsheet is in an old format. Save it as .xlsx, and try again.');
  }
  const text = isZip ? '' : decodeText(bytes);
  const table = isZip ? await readXlsx(bytes) : /\.json$/i.test(name) ? readJson(text) : readCsv(text);
  if (table) return table;
  if (isZip || /\.json$/i.test(name)) throw new UnreadTable(NO_DISHES);
  return { text };
}

const NO_DISHES = 'No dishes found. The first row must name the columns, such as Category, Name and Price.';
