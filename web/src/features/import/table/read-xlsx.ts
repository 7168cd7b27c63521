import { unzipSync, zipSync } from 'fflate';
import { readSheet, SheetNotFoundError } from 'read-excel-file/universal';
import { type ReadTable, tableOf, toCell, UnreadTable } from './table-of.ts';

/** The largest content of a workbook, in bytes. */
const UNPACKED_MAX = 50_000_000;
/** The largest sheet, in cells with those in between that are empty. */
const CELLS_MAX = 2_000_000;

/** Reads the first sheet of an Excel workbook (.xlsx) that is a table of dishes. */
export async function readXlsx(bytes: Uint8Array): Promise<ReadTable | null> {
  const workbook = repacked(bytes);
  const tables: ReadTable[] = [];
  for (let sheet = 1; ; sheet++) {
    const rows = await readSheet(workbook, sheet).catch((error: unknown) => {
      if (tables.length > 0 || (sheet > 1 && error instanceof SheetNotFoundError)) return undefined;
      throw new UnreadTable(BROKEN);
    });
    if (!rows) break;
    const table = tableOf(rows.map((row) => row.map(toCell)));
    if (table) tables.push(table);
  }
  // A template's sheet may still be empty.
  const [first = tables[0], ...others] = tables.filter(({ rows }) => rows.length > 0);
  return first ? { ...first, ...(others.length > 0 && { otherSheets: others.length }) } : null;
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
