import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { type Cell, csv, csvLines } from '@tavola/service-kit/http/csv.ts';
import type { ZipFiles } from '@tavola/service-kit/http/download.ts';
import type { Restaurant } from './restaurant.ts';
import { LOGO_FILE, type Table, tablesOf } from './tables.ts';

/** The file name of an export: the restaurant's slug and the date it was made, in UTC. */
export const exportName = ({ tenant }: Restaurant, at: Date): string =>
  `${tenant.slug}-${at.toISOString().slice(0, 10)}.zip`;

/**
 * The files of an export made `at`: each table as JSON and as CSV, which are made together, the logo, and a README, which has the
 * numbers of rows. `made` is called with the share that is made, from 0 to 1.
 */
export async function* exportFiles(
  restaurant: Restaurant,
  at: Date,
  made: (share: number) => void,
): AsyncGenerator<ZipFiles> {
  const { tenant, style } = restaurant;
  const tables = tablesOf(restaurant);
  const written: WrittenTable[] = [];
  for (const table of tables) {
    const { name } = table;
    let rows = 0;
    const content = inBothForms(table, (count) => {
      rows += count;
    });
    yield { names: [`json/${name}.json`, `csv/${name}.csv`], at, content };
    written.push({ ...table, rows });
    made(written.length / tables.length);
  }
  const { logo } = style;
  if (logo) yield { names: [LOGO_FILE], at, content: [[Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')]] };
  yield { names: ['README.txt'], at, content: [[readme(tenant.name, written, at)]] };
}

/** A table of which all is read. */
interface WrittenTable extends Omit<Table, 'pages'> {
  rows: number;
}

/** A table as a JSON list with one row a line, and as CSV, piece by piece. `count` is called with the number of rows of each. */
async function* inBothForms(
  { columns, pages }: Table,
  count: (rows: number) => void,
): AsyncGenerator<[json: string, csv: string]> {
  yield ['[', csv([columns])];
  let separator = '';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    const objects = rows.map((row) => JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]]))));
    const cells = rows.map((row) => columns.map((name) => toCell(row[name])));
    yield [`${separator}\n${objects.join(',\n')}`, csvLines(cells)];
    separator = ',';
    count(rows.length);
  }
  yield ['\n]\n', ''];
}

/** A value in a spreadsheet: lists and objects are JSON. */
const toCell = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : ((value ?? null) as Cell);

const readme = (
  name: string,
  tables: readonly WrittenTable[],
  at: Date,
): string => `${PRODUCT_NAME}: all data of ${name}
Made at ${at.toISOString()} (UTC).

Each table comes as JSON (json/, for software) and as CSV (csv/, UTF-8, for spreadsheets). The contents are the same, except
that text in csv/ that looks like a formula starts with a '. Times are in UTC.

${tables.map((table) => `${table.name}\n  ${table.what}\n  ${rowsIn(table)}`).join('\n\n')}

Not included: passwords and other sign-in secrets; signed-in devices; the files of pictures, which Settings has as another
download; and guests' identities, which we do not know.
`;

const rowsIn = ({ rows }: WrittenTable): string => (rows === 1 ? '1 row' : `${rows} rows`);
