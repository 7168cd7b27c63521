import Papa from 'papaparse';
import { headingsAt, type ReadTable, ROWS_MAX, TITLE_ROWS, tableOf, unknownTableOf } from './table-of.ts';

/**
 * Reads comma-, semicolon- or tab-separated values. `null` if the text is no table: a file is one if all of its rows have as many cells,
 * a text that was typed or pasted if it has headings, too.
 */
export function readCsv(text: string, { isFile = false } = {}): ReadTable | null {
  const source = text.replace(/^\ufeff/, '');
  const separator = /^sep=(.)\r?\n/i.exec(source);
  const table = separator ? source.slice(separator[0].length) : source;
  const before = separator ? 1 : 0;
  const delimiters = separator?.[1] ? [separator[1]] : [';', '\t', ',', ...(isFile ? ['|'] : [])];
  const start = table.slice(0, 20_000);
  const known = delimiters.find((one) => headingsAt(parseCsv(start, one).rows) >= 0);
  if (known) return withMisquoted(parseCsv(table, known), before, tableOf);
  for (const one of delimiters) {
    const kind = isFile ? undefined : { columns: 3, mayLackHeadings: one === ';' };
    const found = withMisquoted(parseCsv(table, one), before, (rows) => unknownTableOf(rows, before, kind));
    if (found) return found;
  }
  return null;
}

interface ParsedCsv {
  rows: string[][];
  /** From 0. */
  misquoted: number[];
}

function withMisquoted(
  { rows, misquoted }: ParsedCsv,
  before: number,
  read: (rows: readonly string[][], before: number) => ReadTable | null,
): ReadTable | null {
  const found = read(rows, before);
  return found && misquoted.length > 0 ? { ...found, misquoted: misquoted.map((row) => before + row + 1) } : found;
}

const MOST_ROWS = ROWS_MAX + TITLE_ROWS + 1;

function parseCsv(text: string, delimiter: string): ParsedCsv {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, preview: MOST_ROWS });
  const isMisquoted = errors.some(({ type }) => type === 'Quotes');
  return isMisquoted ? parseMisquoted(text, delimiter) : { rows: data, misquoted: [] };
}

/** Most lines of a cell in a file with wrong quotation marks. */
const LINES_MAX = 20;

/** Reads each line alone where its quotation marks are wrong, so that no mark takes the rows below into its cell. */
function parseMisquoted(text: string, delimiter: string): ParsedCsv {
  const lines = text.split(/\r\n?|\n/).slice(0, MOST_ROWS);
  const rows: string[][] = [];
  const misquoted: number[] = [];
  const width = headingWidth(lines, delimiter);
  for (let at = 0; at < lines.length; ) {
    const found = strictRow(lines, at, delimiter, width);
    if (!found) misquoted.push(rows.length);
    rows.push(found?.cells ?? looseCells(lines[at] ?? '', delimiter, width));
    at += found?.lines ?? 1;
  }
  return { rows, misquoted };
}

const headingWidth = (lines: readonly string[], delimiter: string): number =>
  Math.max(...lines.slice(0, TITLE_ROWS).map((line) => line.split(delimiter).length));

/** The row from line `at` on by the rules of CSV, with the number of its lines; undefined if it breaks them. */
function strictRow(lines: readonly string[], at: number, delimiter: string, width: number) {
  for (let count = 1; count <= LINES_MAX && at + count <= lines.length; count++) {
    const { data, errors } = Papa.parse<string[]>(lines.slice(at, at + count).join('\n'), { delimiter });
    const [cells = ['']] = data;
    const isWhole = data.length <= 1 && errors.every(({ type }) => type !== 'Quotes');
    if (isWhole && (count === 1 || cells.length === width)) return { cells, lines: count };
    if (!errors.some(({ code }) => code === 'MissingQuotes')) return undefined;
  }
  return undefined;
}

/** The cells of a line, in which a quotation mark ends a cell only at a separator: '12" Margherita'. */
function looseCells(line: string, delimiter: string, width: number): string[] {
  const cells: string[] = [];
  let rest: string | undefined = line;
  while (rest !== undefined) {
    const plainEnd = rest.indexOf(delimiter);
    const quotedEnd = rest.startsWith('"') ? closingQuote(rest, delimiter) : -1;
    const quoted = quotedEnd < 0 ? undefined : rest.slice(1, quotedEnd);
    // A separator between the marks is one if the row would be too short without it.
    const after = quotedEnd < 0 ? 0 : rest.slice(quotedEnd).split(delimiter).length;
    const isQuoted = quoted !== undefined && (!quoted.includes(delimiter) || cells.length + after >= width);
    const end: number = isQuoted ? quotedEnd + 1 : plainEnd;
    cells.push(isQuoted ? quoted.replaceAll('""', '"') : unquoted(end < 0 ? rest : rest.slice(0, end)));
    rest = end < 0 || end >= rest.length ? undefined : rest.slice(end + delimiter.length);
  }
  return cells;
}

/** Where the quotation mark stands that ends the cell at the start of `text`; -1 without one. */
function closingQuote(text: string, delimiter: string): number {
  const found = text.indexOf(`"${delimiter}`, 1);
  return found >= 0 ? found : text.length > 1 && text.endsWith('"') ? text.length - 1 : -1;
}

/** '"Quattro" formaggi' → 'Quattro formaggi', '"Steak' → 'Steak'. */
function unquoted(cell: string): string {
  const [, inside, behind] = /^"((?:[^"]|"")*)"(?!")(.*)$/s.exec(cell) ?? [];
  return inside === undefined ? cell.replace(/^"/, '') : inside.replaceAll('""', '"') + behind;
}
