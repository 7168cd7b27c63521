import Papa from 'papaparse';
import { headingsAt, type ReadTable, ROWS_MAX, TITLE_ROWS, tableOf } from './table-of.ts';

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
