import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { type Cell, csv, csvLines } from '@tavola/service-kit/http/csv.ts';
import type { ZipFile } from '@tavola/service-kit/http/download.ts';
import type { Everything } from './gather.ts';
import { LOGO_FILE, type Table, tablesOf } from './tables.ts';

/** The file name of an export: the restaurant's slug and the date it was made, in UTC. */
export const exportName = ({ auth }: Everything, at: Date): string =>
  `${auth.tenant.slug}-${at.toISOString().slice(0, 10)}.zip`;

/**
 * The files of an export made `at`: a README, each table as JSON and as CSV, the logo. They are generated one by one. `made` is
 * called with the share that is made, from 0 to 1.
 */
export function* exportFiles(everything: Everything, at: Date, made: (share: number) => void): Generator<ZipFile> {
  const tables = tablesOf(everything);
  const rowCount = tables.reduce((sum, { rows }) => sum + 2 * rows.length, 0);
  let written = 0;
  const count = (rows: number) => {
    written += rows;
    made(written / rowCount);
  };
  yield { name: 'README.txt', at, content: [readme(everything.auth.tenant.name, tables, at)] };
  for (const table of tables) {
    yield { name: `json/${table.name}.json`, at, content: asJson(table, count) };
    yield { name: `csv/${table.name}.csv`, at, content: asCsv(table, count) };
  }
  const { logo } = everything.qr.style;
  if (logo) yield { name: LOGO_FILE, at, content: [Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')] };
}

/** Rows written per piece. */
const BATCH = 500;

/** A JSON list with one row a line. */
function* asJson({ columns, rows }: Table, count: (rows: number) => void): Generator<string> {
  yield '[';
  for (let start = 0; start < rows.length; start += BATCH) {
    const lines = rows
      .slice(start, start + BATCH)
      .map((row) => JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]]))));
    yield `${start === 0 ? '' : ','}\n${lines.join(',\n')}`;
    count(lines.length);
  }
  yield '\n]\n';
}

function* asCsv({ columns, rows }: Table, count: (rows: number) => void): Generator<string> {
  yield csv([columns]);
  for (let start = 0; start < rows.length; start += BATCH) {
    const lines = rows.slice(start, start + BATCH);
    yield csvLines(lines.map((row) => columns.map((column) => toCell(row[column]))));
    count(lines.length);
  }
}

/** A value in a spreadsheet: lists and objects are JSON. */
const toCell = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : ((value ?? null) as Cell);

const readme = (name: string, tables: readonly Table[], at: Date): string => `${PRODUCT_NAME}: all data of ${name}
Made at ${at.toISOString()} (UTC).

Each table comes as JSON (json/, for software) and as CSV (csv/, UTF-8, for spreadsheets). The contents are the same, except
that text in csv/ that looks like a formula starts with a '. Times are in UTC.

${tables.map((table) => `${table.name}\n  ${table.what}\n  ${rowsIn(table)}`).join('\n\n')}

Not included: passwords and other sign-in secrets; signed-in devices; the files of pictures, which Settings has as another
download; and guests' identities, which we do not know.
`;

const rowsIn = ({ rows }: Table): string => (rows.length === 1 ? '1 row' : `${rows.length} rows`);
