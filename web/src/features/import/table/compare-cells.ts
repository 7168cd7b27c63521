import type { MenuItem } from '@tavola/contracts/menu.ts';
import { type Cell, cellText } from '../../../lib/menu-table/cells.ts';
import { type Column, cellsOf, type WholeMenu } from '../../../lib/menu-table/columns.ts';
import type { PriceChoices } from '../read-menu.ts';
import { type CellReader, isClearing, sameName, textOf } from './read-cells.ts';

/** A cell that says something else than the menu. */
export interface CellChange {
  column: Column;
  /** As the table shows it. */
  before: Cell;
  after: Cell;
  /** As the API takes it. */
  value: unknown;
  /** What it was taken for where that is not sure, for the owner. */
  note?: string;
}

/** A cell, or a whole row, that is not taken as it stands. */
export interface CellProblem extends PriceChoices {
  /** Undefined if it is about the row. */
  column?: Column;
  message: string;
  /** What the table says in place of a price that is asked for. */
  said?: string;
  /** The sizes that the dish has, of which it does not say which. */
  sizes?: readonly { name: string; price: number }[];
  /** Names of menu times that the menu lacks. */
  asksDayparts?: readonly string[];
  /** Whether the row waits for a category. */
  asksCategory?: true;
  /** The key of the row, which may be a category or a dish, on which the row depends. */
  asksHeading?: string;
  /** Which size it is about: by what answers name it, and its name with that of the dish. */
  ofSize?: { key: string; name: string };
}

/** Whether a column is about the category of a row. */
export const isOfCategory = (column: Column): boolean =>
  column.lang === undefined ? column.field === 'categoryDescription' : column.kind === 'category';

/** Compares cells with what the menu says. */
export function cellComparer(menu: WholeMenu, reader: CellReader) {
  const printed = cellsOf(menu);

  /** What a value would look like in the table. */
  const shown = (column: Column, value: unknown, item: MenuItem | undefined): Cell =>
    column.lang !== undefined || column.field === 'categoryId' || column.field === 'categoryDescription'
      ? (value as string | null)
      : printed.field(column.field, { ...item, [column.field]: value ?? undefined } as MenuItem);

  /**
   * What a cell of a row changes about `item`, or about the category `categoryId`, in which the item will be; undefined if nothing.
   * `entered` is what the owner says instead.
   */
  return (
    { column, cell, entered }: { column: Column; cell: Cell; entered: unknown },
    item: MenuItem | undefined,
    categoryId: number | undefined,
  ): CellChange | CellProblem | undefined => {
    if (!reader.isRead(column) || (entered === undefined && cellText(cell).trim() === '')) return undefined;
    const before = printed.cell(column, item, isOfCategory(column) ? categoryId : item?.categoryId);
    // A dish that moves brings along what its row says about the category from which it comes.
    const said = [before, printed.cell(column, item, item?.categoryId)];
    if (entered === undefined && !isClearing(cell) && said.some((one) => textOf(cell) === plain(one))) return undefined;
    const read = entered === undefined ? reader.read(column, cell, item) : { value: entered };
    if (read === null) return undefined;
    if ('problem' in read) {
      const { problem, ...question } = read;
      return { column, message: problem, ...question };
    }
    const after = shown(column, read.value, item);
    const isSame = column.field === 'categoryId' && !column.lang ? sameName : plain;
    return isSame(plain(after)) === isSame(plain(before)) ? undefined : { column, before, after, ...read };
  };
}

const plain = (cell: Cell): string => cellText(cell).replace(/\r\n?/g, '\n');
