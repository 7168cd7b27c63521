import { QUOTAS } from '@tavola/contracts/quotas.ts';
import type { WholeMenu } from '../../../lib/menu-table/columns.ts';
import type { OwnMoney } from '../../../lib/own-money.ts';
import { UNNAMED } from '../plan.ts';
import { type CellChange, type CellProblem, cellComparer, isOfCategory } from './compare-cells.ts';
import { matchRows, type RowMatch } from './match-rows.ts';
import { cellReader, isOver, sameName } from './read-cells.ts';
import { columnsIn } from './table-columns.ts';
import type { ReadTable } from './table-of.ts';

/** A row of a table, and what becomes of it. */
export interface PlannedRow extends RowMatch {
  /** Its number in the spreadsheet. */
  number: number;
  action: 'add' | 'change' | 'same' | 'skip';
  name: string;
  /** Where the dish will be. */
  category: PlannedCategory;
  changes: CellChange[];
  problems: CellProblem[];
}

/** A category that new dishes of a table are in, and what the table says about a new one. */
export interface PlannedCategory {
  /** Undefined for a new one. */
  id: number | undefined;
  name: string;
  changes: CellChange[];
}

/** What reading a table back would do to a menu. */
export interface TablePlan {
  rows: PlannedRow[];
  categories: PlannedCategory[];
  /** Headings of the columns that are not read. */
  unknown: readonly string[];
  /** How many new dishes are more than a menu holds. */
  exceeding: number;
}

/** Prices that the owner enters, by the numbers of the rows; `null` while one is cleared. */
export type EnteredPrices = Readonly<Record<number, number | null>>;

/** What reading `table` back would do to `menu`. Empty cells leave everything as it is. */
export function planTable(
  table: ReadTable,
  menu: WholeMenu,
  money: Pick<OwnMoney, 'currency' | 'digits'>,
  entered: EnteredPrices = {},
): TablePlan {
  const columns = columnsIn(
    table,
    menu.translations.map(({ lang }) => lang),
  );
  const prices = columns.rows.map((row) => columns.cell(row, 'price'));
  const compare = cellComparer(menu, cellReader(menu, money, prices));
  const categories = categoriesOf(menu);
  const matches = matchRows(
    columns.rows.map((row) => ({
      number: row.number,
      id: columns.text(row, 'id'),
      category: columns.has('categoryId') ? columns.text(row, 'categoryId') : undefined,
      name: columns.text(row, 'name'),
    })),
    menu,
    UNNAMED,
  );

  const rows = columns.rows.map((row, index): PlannedRow => {
    const match = matches[index] as RowMatch;
    const { item, sameAs } = match;
    const name = columns.text(row, 'name') || (item?.name ?? '');
    const category = categories.called(columns.text(row, 'categoryId') || categories.nameOf(item?.categoryId));
    const planned: PlannedRow = {
      ...match,
      number: row.number,
      action: 'skip',
      name,
      category,
      changes: [],
      problems: [],
    };
    if (sameAs !== undefined) {
      planned.problems.push({ message: `Row ${sameAs} is about this dish, too.` });
      return planned;
    }
    if (match.isAmbiguous) {
      planned.problems.push({ message: 'Several dishes have this name. Add a Category or ID column to tell which.' });
      return planned;
    }
    for (const { column, index } of columns.places) {
      const own = column.field === 'price' ? (entered[row.number] ?? undefined) : undefined;
      const found = compare({ column, cell: row.cells[index] ?? null, entered: own }, item, category.id);
      if (!found) continue;
      if ('message' in found) planned.problems.push(found);
      else if (isOfCategory(column)) planned.problems.push(...changeCategory(category, found));
      else if (item && column.field === 'categoryId' && category.id === undefined) {
        planned.problems.push({ column, message: `There is no category called “${category.name}” yet.` });
      } else planned.changes.push(found);
    }
    if (isOver(columns.text(row, 'soldOutUntil'), menu.timeZone)) leaveAvailability(planned);
    leaveTranslationsOfNothing(planned);
    return { ...planned, action: actionOf(planned, columns.has('price')) };
  });

  const exceeding = leaveOutExceeding(rows, menu.items.length);
  const named = new Set(rows.filter(({ action }) => action === 'add').map(({ category }) => category));
  return { rows, categories: [...named], unknown: columns.unknown, exceeding };
}

/** The categories of a menu, and those that a table adds, by name. */
function categoriesOf(menu: WholeMenu) {
  const names = new Map(menu.categories.map(({ id, name }) => [id, name]));
  const byName = new Map<string, PlannedCategory>(
    // Of several with one name the first counts.
    menu.categories.toReversed().map(({ id, name }) => [sameName(name), { id, name, changes: [] }]),
  );
  return {
    nameOf: (id: number | null | undefined): string => names.get(id ?? 0) ?? UNNAMED,
    called(name: string): PlannedCategory {
      const known = byName.get(sameName(name)) ?? { id: undefined, name, changes: [] };
      byName.set(sameName(name), known);
      return known;
    },
  };
}

/** Adds what a row changes about its category, or says why it does not. */
function changeCategory({ id, name, changes }: PlannedCategory, change: CellChange): CellProblem[] {
  const { column } = change;
  if (id !== undefined) {
    const message = column.lang
      ? 'Translate a category in Translations.'
      : 'Change the description of a category in Categories.';
    return [{ column, message }];
  }
  const other = changes.find((one) => one.column === column);
  if (!other) changes.push(change);
  return other && other.value !== change.value
    ? [{ column, message: `Another row says something else about ${name}.` }]
    : [];
}

/** What was out of stock until a time that is over says nothing about now. */
function leaveAvailability(row: PlannedRow): void {
  const isAbout = ({ column }: { column?: CellChange['column'] }) =>
    column?.field === 'isAvailable' || column?.field === 'soldOutUntil';
  row.changes = row.changes.filter((change) => !isAbout(change));
  row.problems = row.problems.filter((problem) => !isAbout(problem));
}

/** A dish without a description has none to translate. */
function leaveTranslationsOfNothing(row: PlannedRow): void {
  const own = row.changes.find(({ column }) => column.field === 'description' && !column.lang);
  if (own ? own.value : row.item?.description) return;
  const isLeft = ({ column, value }: CellChange) => column.lang && column.text === 'description' && value !== null;
  for (const { column } of row.changes.filter(isLeft)) {
    row.problems.push({ column, message: 'There is no description to translate.' });
  }
  row.changes = row.changes.filter((change) => !isLeft(change));
}

/** A new dish needs a name and a price; of a dish that is on the menu, what can't be read stays as it is. */
function actionOf({ item, changes, problems, name }: PlannedRow, hasPrices: boolean): PlannedRow['action'] {
  if (item) return changes.length > 0 ? 'change' : 'same';
  if (name === '') problems.push({ message: 'This row has no name.' });
  const has = (field: string) => changes.some(({ column }) => column.field === field && !column.lang);
  if (!has('price') && !problems.some(({ column }) => column?.field === 'price')) {
    problems.push({ message: 'This row has no price.', ...(hasPrices && { choices: [] }) });
  }
  return has('name') && has('price') ? 'add' : 'skip';
}

/** Leaves out the new dishes that a menu with `count` dishes can't hold, and counts them. */
function leaveOutExceeding(rows: readonly PlannedRow[], count: number): number {
  const added = rows.filter(({ action }) => action === 'add').slice(Math.max(0, QUOTAS.items.most - count));
  for (const row of added) {
    row.action = 'skip';
    row.problems.push({ message: 'This is more than a menu holds.' });
  }
  return added.length;
}
