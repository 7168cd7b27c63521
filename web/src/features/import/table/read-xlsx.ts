import { decodeXML } from 'entities';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet, SheetNotFoundError } from 'read-excel-file/universal';
import type { Cell } from '../../../lib/menu-table/cells.ts';
import { type ReadTable, ROWS_MAX, tableOf, toCell, UnreadTable, unknownTableOf } from './table-of.ts';

/** The largest content of a workbook, in bytes. */
const UNPACKED_MAX = 50_000_000;
/** The largest sheet, in cells with those in between that are empty. */
const CELLS_MAX = 2_000_000;

/** Reads the sheets of an Excel workbook (.xlsx) that are tables of dishes, without what is hidden in them. */
export async function readXlsx(bytes: Uint8Array): Promise<ReadTable | null> {
  const { workbook, sheets, hiddenRows, hiddenColumns, signs } = repacked(bytes);
  if (sheets.length === 0) throw new UnreadTable(BROKEN);
  const read: { name: string; rows: Cell[][] }[] = [];
  for (const [index, { name, isHidden }] of sheets.entries()) {
    if (isHidden) continue;
    const rows = await readSheet(workbook, index + 1).catch((error: unknown) => {
      if (read.length > 0 || (index > 0 && error instanceof SheetNotFoundError)) return [];
      throw new UnreadTable(BROKEN);
    });
    read.push({ name, rows: withoutEmptyColumns(rows.map((row) => row.map(toCell))) });
  }
  const filled = read.filter(({ rows }) => rows.length > 0);
  const known = tablesIn(filled, (rows) => tableOf(rows));
  const tables = known.length > 0 ? known : tablesIn(filled, (rows) => unknownTableOf(rows));
  const table = joined(tables);
  if (!table) return null;
  const unread = filled.map(({ name }) => name).filter((name) => !tables.some((one) => one.name === name));
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  return {
    ...table,
    ...(signs.length > 0 && { signs }),
    ...(unread.length > 0 && { unreadSheets: unread }),
    ...(hidden.length + hiddenRows + hiddenColumns > 0 && {
      hidden: { rows: hiddenRows, columns: hiddenColumns, sheets: hidden },
    }),
  };
}

/** Those that were hidden are empty, too. */
function withoutEmptyColumns(rows: Cell[][]): Cell[][] {
  const filled = new Set(rows.flatMap((row) => row.flatMap((cell, index) => (cell === null ? [] : [index]))));
  return rows.map((row) => row.filter((_, index) => filled.has(index)));
}

interface NamedTable {
  name: string;
  table: ReadTable;
}

const tablesIn = (
  sheets: readonly { name: string; rows: Cell[][] }[],
  read: (rows: Cell[][]) => ReadTable | null,
): NamedTable[] =>
  sheets.flatMap(({ name, rows }) => {
    const table = read(rows);
    return table ? [{ name, table }] : [];
  });

/** Several tables below each other, each row with the name of its sheet, and with its cells under the headings of all. */
function joined(tables: readonly NamedTable[]): ReadTable | undefined {
  // A template's sheet may still be empty.
  const withRows = tables.filter(({ table }) => table.rows.length > 0);
  const [first = tables[0], ...others] = withRows;
  if (!first || others.length === 0) return first?.table;
  const headings = [...new Set(withRows.flatMap(({ table }) => table.headings))];
  const rows = withRows.flatMap(({ name, table }) => {
    const places = headings.map((heading) => table.headings.indexOf(heading));
    return table.rows.map((row) => ({
      ...row,
      key: `${name} ${row.number}`,
      sheet: name,
      cells: places.map((place) => row.cells[place] ?? null),
    }));
  });
  return {
    ...first.table,
    headings,
    rows: rows.slice(0, ROWS_MAX),
    isCut: rows.length > ROWS_MAX || withRows.some(({ table }) => table.isCut),
  };
}

const BROKEN = "This spreadsheet can't be read. Open it, save it again as .xlsx, and try again.";
const TOO_LARGE = 'This spreadsheet is too large for a menu.';

interface Workbook {
  workbook: ArrayBuffer;
  sheets: readonly { name: string; isHidden: boolean }[];
  hiddenRows: number;
  hiddenColumns: number;
  /** What the formats of its numbers put beside them. */
  signs: readonly string[];
}

const HIDDEN_ROW = /<row\b[^>]*\bhidden=['"](?:1|true)['"][^>]*(?<!\/)>[\s\S]*?<\/row>/g;

const attribute = (tag: string, name: string): string =>
  decodeXML(new RegExp(`\\b${name}=(['"])(.*?)\\1`).exec(tag)?.[2] ?? '');

const COLUMNS = /<(?:\w+:)?col\s[^>]*>/g;
const CELL = /<c\b[^>]*?\br=['"]([A-Z]+)\d+['"][^>]*?(?:\/>|>[\s\S]*?<\/c>)/g;

/** A sheet without the cells of its hidden columns, and how many columns those are. */
function withoutHiddenColumns(xml: string) {
  const hidden = [...xml.matchAll(COLUMNS)].flatMap(([tag]) => {
    const [min, max] = [Number(attribute(tag, 'min')), Number(attribute(tag, 'max'))];
    return /^(?:1|true)$/.test(attribute(tag, 'hidden')) ? [{ min, max }] : [];
  });
  const columns = new Set<number>();
  if (hidden.length === 0) return { xml, columns: 0 };
  const shown = xml.replace(CELL, (cell, letters: string) => {
    const column = columnOf(letters);
    if (!hidden.some(({ min, max }) => min <= column && column <= max)) return cell;
    columns.add(column);
    return '';
  });
  return { xml: shown, columns: columns.size };
}

/** 'A' → 1, 'AA' → 27 */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** A cell with a style. */
const STYLED = /<c\b[^>]*?\bs=['"](\d+)['"]/g;
/** What a format puts beside a number: `[$zł-415]`, `"Kč"`, `€`. */
const BESIDE = /\[\$([^\]-]+)(?:-[^\]]*)?\]|"([^"]+)"|(\p{Sc})/gu;

/** The signs in the number format of each style of a workbook. */
function signsOfStyles(xml: string): string[][] {
  const formats = new Map(
    [...xml.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'numFmtId'),
      [...attribute(tag, 'formatCode').matchAll(BESIDE)].map(([, ...found]) => found.join('').trim()),
    ]),
  );
  const [styles = ''] = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml) ?? [];
  return [...styles.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([tag]) => formats.get(attribute(tag, 'numFmtId')) ?? []);
}

/** The sheets that a workbook lists, in their order. */
const sheetsIn = (xml: string): Workbook['sheets'] =>
  [...xml.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => ({
    name: attribute(tag, 'name'),
    isHidden: /^(?:hidden|veryHidden)$/.test(attribute(tag, 'state')),
  }));

/**
 * The parts of a workbook that are read, uncompressed. The sizes are looked at before anything is unpacked, because a small file can hold
 * gigabytes; and unpacking is done here, because the reader does it in workers that the browser may not start.
 */
function repacked(bytes: Uint8Array): Workbook {
  let size = 0;
  const isRead = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!/\.xml(\.rels)?$/.test(name)) return false;
    size += originalSize;
    if (size > UNPACKED_MAX) throw new UnreadTable(TOO_LARGE);
    return true;
  };
  try {
    const files = unzipSync(bytes, { filter: isRead });
    let [hiddenRows, hiddenColumns] = [0, 0];
    const signOf = signsOfStyles(new TextDecoder().decode(files['xl/styles.xml']));
    const signs = new Set<string>();
    for (const [name, bytes] of Object.entries(files)) {
      if (!name.startsWith('xl/worksheets/')) continue;
      const xml = new TextDecoder().decode(bytes);
      requireSmallSheet(xml);
      hiddenRows += xml.match(HIDDEN_ROW)?.length ?? 0;
      const shown = withoutHiddenColumns(xml.replace(HIDDEN_ROW, ''));
      hiddenColumns += shown.columns;
      files[name] = strToU8(shown.xml);
      for (const [, style] of shown.xml.matchAll(STYLED))
        for (const sign of signOf[Number(style)] ?? []) signs.add(sign);
    }
    const sheets = sheetsIn(new TextDecoder().decode(files['xl/workbook.xml']));
    return { workbook: zipSync(files, { level: 0 }).buffer, sheets, hiddenRows, hiddenColumns, signs: [...signs] };
  } catch (error) {
    throw error instanceof UnreadTable ? error : new UnreadTable(BROKEN);
  }
}

/** The reader fills in the cells between those that a sheet has, and a sheet may have one in its billionth place. */
function requireSmallSheet(xml: string): void {
  let [rows, columns] = [0, 0];
  for (const [, letters = '', digits] of xml.matchAll(/\br=['"]([A-Z]*)(\d+)['"]/g)) {
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnOf(letters));
  }
  if (rows * columns > CELLS_MAX) throw new UnreadTable(TOO_LARGE);
}
