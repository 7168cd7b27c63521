import { type DecodeOptions, decodeText } from '../files/decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { readXlsx } from './read-xlsx.ts';
import { type ReadTable, UnreadTable } from './table-of.ts';

/**
 * The table in a file; a text where it has no rows of several cells.
 * @throws UnreadTable with the reason in words.
 */
export async function readTable(
  bytes: Uint8Array,
  name: string,
  options?: DecodeOptions,
): Promise<ReadTable | { text: string }> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) {
    throw new UnreadTable('This spreadsheet is in an old format. Save it as .xlsx, and try again.');
  }
  const { text, guess } = isZip ? { text: '', guess: undefined } : decodeText(bytes, options);
  const isJson = /\.json$/i.test(name);
  const table = isZip ? await readXlsx(bytes) : isJson ? readJson(text) : readCsv(text, { isFile: true });
  if (table) return guess ? { ...table, encoding: guess } : table;
  if (isZip || isJson) throw new UnreadTable(NO_DISHES);
  return { text };
}

const NO_DISHES = 'No dishes found. The first row must name the columns, such as Category, Name and Price.';
