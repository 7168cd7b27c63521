import type { Cell } from '../../../lib/menu-table/cells.ts';
import { type Column, columnsFor, type Field, HEADINGS } from '../../../lib/menu-table/columns.ts';
import { COURSES } from '../menu-words.ts';
import { isCapitals } from '../text-shape.ts';
import { isNoDish, isNotPublished, isOneSize, isYes } from './cell-words.ts';
import type { ColumnUse } from './column-use.ts';
import { meaningOf } from './headings.ts';
import { exportOf, isExample } from './origin.ts';
import type { ProposedUse } from './propose-uses.ts';
import { sameName, textOf } from './read-cells.ts';
import { type ChosenHeadings, keyOf, type ReadTable, type TableRow } from './table-of.ts';

/** The dishes of a table whose columns are taken for `uses`. */
export function columnsIn(table: ReadTable, uses: readonly ProposedUse[], headings: ChosenHeadings = {}) {
  const columns = new Map<ColumnUse, number[]>();
  uses.forEach(({ use }, index) => {
    const own = use && (COUNTS_AS[use] ?? use);
    if (own && own !== 'none') columns.set(own, [...(columns.get(own) ?? []), index]);
  });
  const soldOut = uses.flatMap(({ use }, index) => (use === 'soldOut' ? [index] : []));
  const placesOf = (use: ColumnUse): readonly number[] => columns.get(use) ?? [];
  const [categoryAt, nameAt = -1] = [placesOf('categoryId')[0] ?? table.headings.length, placesOf('name')[0]];
  const modifierAt = table.headings.findIndex((heading) => MODIFIER.test(heading));
  // Other products write all cells, and so do those who give each dish an ID.
  const known = exportOf(table.headings);
  const pathMarks = uses.some(({ use }) => use === 'path') ? ANY_PATH : known ? EXPORTED_PATH : SURE_PATH;
  const isMerged = !known && !table.headings.some((heading) => heading.toLowerCase() === 'id');
  const hasSheets = table.rows.some(({ sheet }) => sheet !== undefined);
  const headsCategories = !table.isOwn && !table.isText && placesOf('categoryId').length === 0;
  const places = [...columns].flatMap(([use, [index = -1, ...others]]) => {
    // The pictures of an export are those that its dishes have, or another restaurant's.
    if (use === 'image' && table.isOwn) return [];
    // A dish with one of several prices may have it from any of their columns.
    const isOneOfSeveral = use === 'price' && others.length > 0;
    const column = columnOf(use, isOneOfSeveral ? undefined : table.headings[index] || undefined);
    return column ? [{ column, index }] : [];
  });
  const cell = ({ cells }: TableRow, field: Field): Cell =>
    cells[field === 'categoryId' ? categoryAt : (placesOf(field)[0] ?? -1)] ?? null;
  const text = (row: TableRow, field: Field): string => textOf(cell(row, field));

  const areCapitals = table.rows.filter((row) => isCapitals(text(row, 'name'))).length > table.rows.length / 2;

  /** What stands in a row in all columns of a use, without empty cells. */
  const said = ({ cells }: TableRow, use: ColumnUse): string[] =>
    placesOf(use).flatMap((index) => textOf(cells[index] ?? null) || []);
  const withCell = (row: TableRow, index: number, value: Cell): TableRow => ({
    ...row,
    cells: Array.from({ length: Math.max(row.cells.length, index + 1) }, (_, place) =>
      place === index ? value : (row.cells[place] ?? null),
    ),
  });
  const steps: ((rows: readonly TableRow[]) => readonly TableRow[])[] = [
    (rows) => (table.isOwn ? rows.filter((row) => !isExample(text(row, 'id'))) : rows),
  ];
  if (!table.isOwn && !table.isText) {
    steps.push(turnSoldOut, joinColumns, inheritGroups, inheritCategories, splitPrices, leaveOut);
  }
  if (!table.isOwn) steps.push(mergeSizes);

  /** Says of what is out of stock whether it is available. A word that is not known stays. */
  function turnSoldOut(rows: readonly TableRow[]): readonly TableRow[] {
    const turned = (cell: Cell): Cell => {
      const use = meaningOf(textOf(cell))?.use;
      const isOut = use === 'soldOut' || (use === 'isAvailable' ? false : isYes(textOf(cell)));
      return isOut === undefined ? cell : !isOut;
    };
    return rows.map((row) => soldOut.reduce((one, at) => withCell(one, at, turned(one.cells[at] ?? null)), row));
  }

  /** Of two columns with descriptions both count, of two with anything else the first that says something; no first of all. */
  function joinColumns(rows: readonly TableRow[]): readonly TableRow[] {
    const several = [...columns].filter(([use, all]) => all.length > 1 && JOINED.includes(use));
    return rows.map((row) =>
      several.reduce((one, [use, [index = 0]]) => {
        const all = [...new Set(said(row, use))];
        const texts = use === 'isAvailable' ? all.toSorted((a, b) => rankOf(a) - rankOf(b)) : all;
        return withCell(one, index, use === 'description' ? texts.join('\n') : (texts[0] ?? null));
      }, row),
    );
  }

  /** The rows of one dish's sizes have its name and texts only in the first. */
  function inheritGroups(rows: readonly TableRow[]): readonly TableRow[] {
    const group = known?.group === undefined ? -1 : table.headings.indexOf(known.group);
    const isNameless = (row: TableRow | undefined) =>
      row !== undefined && group < 0 && text(row, 'name') === '' && said(row, 'size').length > 0;
    let last = '';
    const firsts = new Map<string, TableRow>();
    const inherited = (['name', 'categoryId', 'description', 'image'] as const).flatMap((use) => placesOf(use));
    return rows.flatMap((row, index) => {
      if (!isNameless(row)) last = keyOf(row);
      const key = group < 0 ? last : textOf(row.cells[group] ?? null);
      const first = firsts.get(key);
      const hasNothing = said(row, 'price').length === 0 && said(row, 'size').length === 0;
      if (key === '' || !first) {
        firsts.set(key, row);
        return hasNothing && isNameless(rows[index + 1]) ? [] : [row];
      }
      // A row of no size and no price has another picture.
      if (hasNothing) return [];
      const missing = inherited.filter((index) => textOf(row.cells[index] ?? null) === '');
      return [missing.reduce((one, index) => withCell(one, index, first.cells[index] ?? null), row)];
    });
  }

  /** The category of a row: its own, that of the row above, as in merged cells, that of a row of its own, or its sheet. */
  function inheritCategories(rows: readonly TableRow[]): readonly TableRow[] {
    let [last, sheet, below]: [Cell, string | undefined, string | undefined] = [null, undefined, undefined];
    return rows.flatMap((row, index) => {
      if (row.sheet !== sheet || !isMerged) [last, sheet, below] = [null, row.sheet, undefined];
      const next = rows[index + 1];
      const heading = next && next.sheet === row.sheet && onlyCell(next) === undefined ? onlyCell(row) : undefined;
      const isCategory = headings[keyOf(row)] ?? isSurelyHeading(row, rows[index - 1], heading);
      if (heading !== undefined && isCategory) {
        [last, below] = [endOf(heading, pathMarks), undefined];
        return [];
      }
      if (heading !== undefined && headings[keyOf(row)] === undefined) below = keyOf(row);
      const named = text(row, 'categoryId');
      // Which of several categories counts is for the owner to say.
      if (named !== '') last = known && /[,;|]/.test(named) ? null : endOf(named, pathMarks);
      const own = withCell(row, categoryAt, last ?? (hasSheets ? (row.sheet ?? null) : null));
      return [below === undefined ? own : { ...own, below }];
    });
  }

  /** The text of a row that has nothing else, which is a category if dishes follow it. */
  function onlyCell({ cells }: TableRow): string | undefined {
    if (!headsCategories || !isMerged) return undefined;
    const filled = cells.map(textOf).filter(Boolean);
    return filled.length === 1 && /\p{L}/u.test(filled[0] ?? '') && placesOf('price').length > 0
      ? filled[0]
      : undefined;
  }

  /** Whether the text of a row is no dish without a price: it begins a table or paragraph, or looks like a heading. */
  function isSurelyHeading(row: TableRow, before: TableRow | undefined, heading = ''): boolean {
    if (!before || before.sheet !== row.sheet || row.number - before.number > 1) return true;
    return text(row, 'name') === '' || COURSES.test(heading) || (isCapitals(heading) && !areCapitals);
  }

  /** A row for each of several columns with prices. */
  function splitPrices(rows: readonly TableRow[]): readonly TableRow[] {
    const prices = placesOf('price');
    const [first = -1] = prices;
    if (prices.length < 2) return rows;
    return rows.flatMap((row) => {
      const own = prices.filter((index) => textOf(row.cells[index] ?? null) !== '');
      return own.length === 0
        ? [row]
        : own.map((index) => {
            const size = capitalized(uses[index]?.size ?? table.headings[index] ?? '');
            return { ...withCell(row, first, row.cells[index] ?? null), size, key: `${row.key ?? row.number} ${size}` };
          });
    });
  }

  /**
   * The rows for the sizes of one dish as one row. A size that is alone, or called as another, is in the name of a dish; "regular" alone
   * is none.
   */
  function mergeSizes(rows: readonly TableRow[]): readonly TableRow[] {
    const dishOf = (row: TableRow) => `${sameName(text(row, 'categoryId'))}\n${sameName(text(row, 'name'))}`;
    const sizeOf = (row: TableRow) => [row.size ?? '', ...said(row, 'size')].filter(Boolean).join(' / ');
    const ofDish = Map.groupBy(rows, dishOf);
    return rows.flatMap((row) => {
      const size = sizeOf(row);
      if (size === '' || row.leftOut || nameAt < 0) return [row];
      const all = ofDish.get(dishOf(row)) ?? [];
      const sizes = all.filter((one) => !one.leftOut && sizeOf(one) !== '');
      const areApart = new Set(sizes.map((one) => sameName(sizeOf(one)))).size === sizes.length;
      if (sizes.length === 1 && all.length === 1 && isOneSize(size)) return [row];
      if (sizes.length < 2 || !areApart) return [withCell(row, nameAt, `${text(row, 'name')} ${size}`)];
      if (sizes[0] !== row) return [];
      const available = placesOf('isAvailable')[0];
      const doubts = [...new Set(sizes.flatMap((one) => one.doubts ?? []))];
      return {
        // Each size says for itself whether it is sold out.
        ...(available === undefined ? row : withCell(row, available, null)),
        sizes: sizes.map((one) => ({ ...one, size: sizeOf(one) })),
        ...(doubts.length > 0 && { doubts }),
      };
    });
  }

  function leaveOut(rows: readonly TableRow[]): readonly TableRow[] {
    return rows.map((row) => {
      const leftOut = row.leftOut ?? whyLeftOut(row);
      return leftOut === undefined ? row : { ...row, leftOut };
    });
  }

  function whyLeftOut(row: TableRow): string | undefined {
    const kind = [row.sheet ?? '', ...row.cells.map(textOf)].find(isNoDish);
    if (kind !== undefined) return `It says “${kind}”, so it is left out.`;
    const chosen = textOf(row.cells[modifierAt] ?? null);
    if (chosen !== '') return `It is about what is chosen with a dish, “${chosen}”, so it is left out.`;
    if (said(row, 'archived').some((one) => isYes(one) !== false)) return 'It is archived, so it is left out.';
    return said(row, 'published').some(isNotPublished) ? 'It is not published, so it is left out.' : undefined;
  }

  const rows = steps.reduce((before, step) => step(before), table.rows);
  const category = { column: { field: 'categoryId' as const, heading: HEADINGS.categoryId }, index: categoryAt };
  const isNamedElsewhere = placesOf('categoryId').length === 0 && rows.some((row) => text(row, 'categoryId') !== '');
  return {
    /** The columns that are read, each with its place in a row. */
    places: isNamedElsewhere ? [...places, category] : places,
    /** The headings of the others. */
    unknown: table.headings.filter((heading, index) => heading !== '' && (uses[index]?.use ?? 'none') === 'none'),
    has: (field: Field): boolean => placesOf(field).length > 0 || (field === 'categoryId' && isNamedElsewhere),
    /** What stands in a row under the heading of a field; `null` without such a column. */
    cell,
    text,
    rows,
  };
}

/** Guests read it behind the dish's name. */
const capitalized = (size: string): string => size.charAt(0).toLocaleUpperCase() + size.slice(1);

/** A column of what is chosen with a dish, each in a row of its own. */
const MODIFIER = /^modifier(?:[ _]name)?$/i;

/** Of what several columns are one. */
const JOINED: readonly ColumnUse[] = ['name', 'description', 'categoryId', 'isAvailable', 'image'];

/** What says no counts before what is not known, and that before yes. */
const rankOf = (text: string): number => [false, undefined, true].indexOf(isYes(text));

/** The column of a use; undefined if it has no field. */
function columnOf(use: ColumnUse, heading: string | undefined): Column | undefined {
  const [field, lang] = use.split(':');
  const column = columnsFor(lang ? [lang] : []).find((one) => one.field === field && one.lang === lang);
  return column && { ...column, heading: heading ?? column.heading };
}

/** What is out of stock is not available, and the end of a path is a category. */
const COUNTS_AS: Partial<Record<ColumnUse, ColumnUse>> = { soldOut: 'isAvailable', path: 'categoryId' };

/** 'Food > Mains' is in Mains. */
const endOf = (path: string, marks: RegExp): string => path.split(marks).filter(Boolean).at(-1) ?? path;

/** What separates its parts: always, in the exports of other products, and where the owner says that it is a path. */
const SURE_PATH = /\s*[>›»→]\s*/;
const EXPORTED_PATH = /\s*>\s*| \/ /;
const ANY_PATH = /\s*[>›»→/|:\\]+\s*/;
