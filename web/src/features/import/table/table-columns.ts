import { type Cell, EXAMPLE } from '../../../lib/menu-table/cells.ts';
import type { Column, Field } from '../../../lib/menu-table/columns.ts';
import { columnOf } from './headings.ts';
import { sameName, textOf } from './read-cells.ts';
import { COLUMNS_MAX, type ReadTable } from './table-of.ts';

type Row = ReadTable['rows'][number];

/** The columns of a table whose menu has translations into `langs`. */
export function columnsIn({ headings, rows }: ReadTable, langs: readonly string[]) {
  const tags = new Map(langs.map((lang) => [lang.toLowerCase(), lang]));
  const places = new Map<string, { column: Column; index: number }>();
  headings.slice(0, COLUMNS_MAX).forEach((heading, index) => {
    const column = columnOf(heading);
    if (!column) return;
    const lang = column.lang && tags.get(column.lang);
    if (column.lang && !lang) return;
    const key = keyOf(column.field, lang);
    if (!places.has(key)) places.set(key, { index, column: lang ? ({ ...column, lang } as Column) : column });
  });
  const category = places.has(keyOf('id')) ? undefined : places.get(keyOf('categoryId'))?.index;
  const known = new Set([...places.values()].map(({ index }) => index));
  const cell = ({ cells }: Row, field: Field): Cell => cells[places.get(keyOf(field))?.index ?? -1] ?? null;
  const text = (row: Row, field: Field): string => textOf(cell(row, field));
  return {
    /** The columns that are known, each with its place in a row. */
    places: [...places.values()],
    /** The headings of the others. */
    unknown: headings.filter((heading, index) => heading !== '' && !known.has(index)),
    has: (field: Field): boolean => places.has(keyOf(field)),
    /** What stands in a row under the heading of a field; `null` without such a column. */
    cell,
    text,
    /** The rows, without those that show how the table is filled in. */
    rows: withCategories(rows, category).filter((row) => sameName(text(row, 'id')) !== sameName(EXAMPLE)),
  };
}

/** The rows, each with the category of the one above where its own is empty: people merge such cells, or write it once. */
function withCategories(rows: readonly Row[], index: number | undefined): readonly Row[] {
  if (index === undefined) return rows;
  let last: Cell = null;
  return rows.map((row) => {
    const own = row.cells[index] ?? null;
    if (textOf(own) !== '') last = own;
    return last === own ? row : { ...row, cells: Object.assign([...row.cells], { [index]: last }) };
  });
}

const keyOf = (field: Field, lang = ''): string => `${field}:${lang}`;
