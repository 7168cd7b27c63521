import { AVAILABLE_UNTIL } from '@tavola/contracts/availability.ts';
import { type MenuItem, type MenuItemChange, newMenuItem } from '@tavola/contracts/menu.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { offersLeft } from '@tavola/contracts/rules/choices.ts';
import { type Cell, cellText } from '../../../lib/menu-table/cells.ts';
import { type Column, HEADINGS, type WholeMenu } from '../../../lib/menu-table/columns.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { toChoiceInput } from '../../../lib/options/choice-form.ts';
import {
  isCurrencyCode,
  mayBeCents,
  type NamedCurrency,
  otherCurrency,
  otherCurrencyInHeading,
} from '../currency-of.ts';
import type { GuessedEncoding } from '../files/decode-text.ts';
import { AMOUNT_NOTE, SURCHARGES, WEEKDAY } from '../menu-words.ts';
import { maySaySoldOut } from '../read-line.ts';
import { isYes } from './cell-words.ts';
import type { ColumnUse } from './column-use.ts';
import { type CellChange, type CellProblem, cellComparer, isOfCategory } from './compare-cells.ts';
import { isGarbled } from './garbled.ts';
import { matchRows, type RowMatch } from './match-rows.ts';
import { type ChosenUses, openUses, type ProposedUse, proposedUses, takenUses } from './propose-uses.ts';
import { type ChosenDayparts, cellReader, isOver, sameName, TWO_WAYS } from './read-cells.ts';
import type { PartKind } from './read-parts.ts';
import { columnsIn } from './table-columns.ts';
import { type ChosenHeadings, keyOf, type ReadTable, type TableRow } from './table-of.ts';

/** The category that is proposed for dishes without one. */
export const UNNAMED = 'Menu';

/** A row of a table, and what becomes of it. */
export interface PlannedRow extends RowMatch {
  /** By which the owner's answers name it. */
  key: string;
  /** Its number in the spreadsheet. */
  number: number;
  action: 'add' | 'change' | 'same' | 'skip';
  name: string;
  /** Where the dish will be. */
  category: PlannedCategory;
  changes: CellChange[];
  problems: CellProblem[];
  /** Words of a photo that may be wrong. */
  doubts?: readonly string[] | undefined;
}

/** A category that new dishes of a table are in, and what the table says about a new one. */
interface PlannedCategory {
  /** Undefined for a new one. */
  id: number | undefined;
  name: string;
  changes: CellChange[];
}

/** What reading a table back would do to a menu. */
export interface TablePlan {
  rows: PlannedRow[];
  categories: PlannedCategory[];
  /** What each column is taken for. */
  uses: readonly ProposedUse[];
  /** For what the owner still has to choose a column. Until then nothing is added. */
  open: readonly ColumnUse[];
  /** Another currency than the restaurant's that the prices may be in. Until the owner says so nothing is added. */
  currency: NamedCurrency | undefined;
  /** An encoding that may be wrong. Until the owner says so nothing is added. */
  encoding: GuessedEncoding | undefined;
  /** Headings of the columns that are not read. */
  unknown: readonly string[];
  /** How many new dishes are more than a menu holds. */
  exceeding: number;
}

/** What the owner says about a table; about its rows by their keys. */
export interface Answers {
  /** `null` while one is cleared. */
  prices?: Readonly<Record<string, number | null>>;
  /** How the sizes are called whose prices the choices are. */
  sizes?: Readonly<Record<string, readonly string[] | undefined>>;
  /** Whether these take the place of the sizes that the dish has. */
  replaced?: Readonly<Record<string, boolean>>;
  /** Which of its choices each price is that is one number. */
  reading?: 0 | 1;
  /** Whether a row is taken, where that is not as proposed. */
  taken?: Readonly<Record<string, boolean>>;
  /** The name of the category for new dishes without one. */
  unnamed?: string | undefined;
  /** What menu times are meant by names that the menu lacks. */
  dayparts?: ChosenDayparts;
  /** What columns are taken for, where that is not as proposed. */
  columns?: ChosenUses;
  headings?: ChosenHeadings;
  /** The signs of other currencies whose numbers are the restaurant's prices all the same. */
  currencies?: readonly string[];
  /** The encoding in which the text is right. */
  encoding?: string;
  /** What the file has beside its dishes and the owner leaves out. */
  leftParts?: readonly PartKind[];
}

/** What reading `table` back would do to `menu`. Empty cells leave everything as it is. */
export function planTable(
  table: ReadTable,
  menu: WholeMenu,
  money: Pick<OwnMoney, 'currency' | 'digits'>,
  answers: Answers = {},
): TablePlan {
  const { prices: entered = {}, reading, taken = {}, unnamed, columns: chosen, headings } = answers;
  const langs = menu.translations.map(({ lang }) => lang);
  const uses = takenUses(table.headings, proposedUses(table, langs), chosen);
  const columns = columnsIn(table, uses, headings);
  const open = openUses(uses, table.isOwn || table.isText);
  const prices = columns.rows.flatMap((row) => (row.sizes ?? [row]).map((one) => columns.cell(one, 'price')));
  const currency = currencyIn(table, uses, prices, money.currency, answers.currencies);
  const areCents = !table.isOwn && !table.isText && mayBeCents(prices, money);
  const encoding = table.encoding?.encoding === answers.encoding ? undefined : table.encoding;
  const isHeld = open.length > 0 || currency !== undefined || encoding !== undefined;
  const compare = cellComparer(menu, cellReader(menu, money, prices, answers.dayparts));
  const categories = categoriesOf(menu);
  const matches = matchRows(
    columns.rows.map((row) => ({
      number: row.number,
      id: table.isOwn ? columns.text(row, 'id') : '',
      category: columns.has('categoryId') ? columns.text(row, 'categoryId') : undefined,
      // What is left out takes no dish's place.
      name: row.leftOut ? keyOf(row) : columns.text(row, 'name'),
      description: columns.text(row, 'description'),
    })),
    menu,
    unnamed ?? UNNAMED,
  );

  const inCents = (column: Column, price: number): CellProblem => {
    return { column, message: TWO_WAYS, choices: [price / 10 ** money.digits, price], isOneNumber: true };
  };

  /** What a price says, with what the owner says about it. */
  const priceIn = (row: TableRow, column: Column, cell: Cell, item: MenuItem | undefined) => {
    const own = entered[keyOf(row)];
    const priced = (price: number | undefined) => compare({ column, cell, entered: price }, item, undefined);
    if (typeof own === 'number') return priced(own);
    const read = row.question ? { column, message: TWO_WAYS, ...row.question } : priced(undefined);
    const found = areCents && read && 'value' in read && read.value ? inCents(column, read.value as number) : read;
    const isAnswered = reading !== undefined && own === undefined && found && 'message' in found && found.isOneNumber;
    if (isAnswered) return priced(found.choices?.[reading]);
    if (found && 'message' in found && !row.question) return { ...found, said: cellText(cell) };
    // Of other products what has no price costs 0.
    if (!found || !('value' in found) || table.isOwn || table.isText) return found;
    if (found.value === 0) return { column, message: 'The price is 0.', choices: [0] };
    const isExtra = SURCHARGE.test(columns.text(row, 'name'));
    const isByWeight = row.cells.some((one) => WEIGHT.test(cellText(one)));
    const message = isExtra ? ON_TOP : BY_WEIGHT;
    return isExtra || isByWeight ? { column, message, choices: [found.value as number] } : found;
  };

  /** What rows for the sizes of a dish say, added to the sizes that it has; undefined if nothing, or if a price is open. */
  function sizesIn(sizes: NonNullable<TableRow['sizes']>, column: Column, index: number, planned: PlannedRow) {
    const known = (!answers.replaced?.[planned.key] && planned.item?.variants?.map(toChoiceInput)) || [];
    const read = sizes.flatMap((row): SizeInput[] => {
      const ofSize = { key: keyOf(row), name: `${planned.name} ${row.size}` };
      const found = priceIn(row, column, row.cells[index] ?? null, undefined);
      if (found && !('message' in found)) {
        const said = columns.text(row, 'isAvailable');
        const isOut = isYes(said) === false;
        if (said && isYes(said) === undefined) {
          planned.problems.push({ column: AVAILABILITY, message: `${row.size}: “${said}” is neither yes nor no.` });
        }
        return [{ name: row.size, price: found.value as number, ...(isOut && { isAvailable: false }) }];
      }
      planned.problems.push({ column, choices: [], ...(found ?? { message: 'This size has no price.' }), ofSize });
      return [];
    });
    if (read.length < sizes.length) return undefined;
    const called = (name: string) => (one: SizeInput) => sameName(one.name) === sameName(name);
    const kept = known.map((one) => ({ ...one, ...read.find(called(one.name)), id: one.id, name: one.name }));
    const added = read.filter(({ name }) => !known.some(called(name)));
    const checked = newMenuItem.shape.variants.safeParse([
      ...kept,
      ...added.map((one) => ({ isAvailable: true, ...one })),
    ]);
    if (checked.success)
      return asChange(compare({ column: SIZES, cell: null, entered: checked.data }, planned.item, undefined));
    planned.problems.push({ column: SIZES, message: checked.error.issues[0]?.message ?? '' });
    return undefined;
  }

  /** An offer goes with the size that it lowers. */
  function leaveGoneOffers({ item, changes }: PlannedRow): void {
    const sizes = changeOf({ changes }, 'variants');
    if (!item?.offers || !sizes || changeOf({ changes }, 'offers')) return;
    const left = offersLeft(item.offers, sizes.value as MenuItemChange['variants']);
    const change = asChange(compare({ column: OFFERS, cell: null, entered: left }, item, undefined));
    if (change) changes.push({ ...change, value: left.length > 0 ? left : null });
  }

  const rows = columns.rows.map((row, index): PlannedRow => {
    const match = matches[index] as RowMatch;
    const { item, sameAs, isAmbiguous } = match;
    const own = columns.text(row, 'categoryId') || (item ? categories.nameOf(item.categoryId) : unnamed);
    const category = own ? categories.called(own) : { id: undefined, name: '', changes: [] };
    const planned: PlannedRow = {
      ...match,
      key: keyOf(row),
      number: row.number,
      action: 'skip',
      name: columns.text(row, 'name') || (item?.name ?? ''),
      category,
      changes: [],
      problems: [],
      doubts: row.doubts,
    };
    const isNote = !table.isOwn && !table.isText && (AMOUNT_NOTE.test(planned.name) || WEEKDAY.test(planned.name));
    if (row.leftOut || isNote) {
      planned.problems.push({ message: row.leftOut ?? IS_NOTE });
      return planned;
    }
    if (row.below !== undefined) {
      planned.problems.push({ message: MAY_BE_CATEGORY, asksHeading: row.below });
      return planned;
    }
    const description = columns.text(row, 'description');
    if (!item && isGarbled([planned.name, category.name, description].join('\n'))) {
      planned.problems.push({ message: GARBLED });
    }
    if (!item && !table.isOwn && columns.text(row, 'isAvailable') === '' && maySaySoldOut(planned.name, description)) {
      planned.problems.push({ message: MAY_BE_OUT });
    }
    if (!item && row.isCategoryDoubtful) {
      planned.problems.push({ message: `Its category “${category.name}” was hard to read.` });
    }
    if (sameAs !== undefined) {
      planned.problems.push({ message: `Same dish as in ${table.isText ? 'line' : 'row'} ${sameAs}.` });
    } else if (isAmbiguous) {
      planned.problems.push({ message: 'Several dishes have this name. Add a Category or ID column to tell which.' });
    }
    const isUncertain = planned.problems.length > 0;
    if (isUncertain && !table.isText) return planned;
    for (const { column, index } of columns.places) {
      const cell = row.cells[index] ?? null;
      const isPrice = column.field === 'price';
      // A text says less about a dish than the menu does.
      if (table.isText && !isPrice && (isOfCategory(column) ? category.id : item) !== undefined) continue;
      if (isPrice && row.sizes) {
        const sizes = sizesIn(row.sizes, column, index, planned);
        if (sizes) planned.changes.push(sizes);
        continue;
      }
      const found = isPrice
        ? priceIn(row, column, cell, item)
        : compare(
            { column, cell, entered: undefined },
            column.field === 'offers' ? withOwnSizes(planned) : item,
            category.id,
          );
      if (isPrice && item?.variants && typeof entered[planned.key] === 'number') {
        const withoutSizes = asChange(compare({ column: SIZES, cell, entered: null }, item, undefined));
        if (withoutSizes) planned.changes.push(withoutSizes);
      }
      if (!found) continue;
      const named = isPrice ? answers.sizes?.[planned.key] : undefined;
      if (named && areNamed(named, found, item)) {
        const sizes = sizesIn(asSizes(row, index, named, sizePricesIn(found)), column, index, planned);
        if (sizes) planned.changes.push(sizes);
      } else if ('message' in found) planned.problems.push(found);
      else if (isOfCategory(column)) planned.problems.push(...changeCategory(category, found));
      else if (item && column.field === 'categoryId' && category.id === undefined) {
        planned.problems.push({ column, message: `There is no category called “${category.name}” yet.` });
      } else planned.changes.push(found);
    }
    nameOwnSizes(planned);
    leaveGoneOffers(planned);
    leavePriceToSizes(planned, !table.isOwn);
    if (isOver(columns.text(row, 'soldOutUntil'), menu.timeZone)) leaveAvailability(planned);
    leaveContradictions(planned, columns.text(row, 'isAvailable') !== '');
    leaveTranslationsOfNothing(planned);
    const action = actionOf(planned, columns.has('price'));
    const isTaken = !isHeld && (taken[planned.key] ?? !isUncertain);
    return { ...planned, action: action === 'same' || isTaken ? action : 'skip' };
  });

  const exceeding = leaveOutExceeding(rows, menu.items.length);
  const named = new Set(rows.filter(({ action }) => action === 'add').map(({ category }) => category));
  return { rows, categories: [...named], uses, open, currency, encoding, unknown: columns.unknown, exceeding };
}

/** The first currency beside a price that is not the restaurant's. */
function currencyIn(
  { headings, rows, source, signs = [] }: ReadTable,
  uses: readonly ProposedUse[],
  prices: readonly Cell[],
  own: string | undefined,
  accepted: readonly string[] = [],
): NamedCurrency | undefined {
  const ofPrices = headings.filter((_, index) => uses[index]?.use === 'price');
  const inHeading = ofPrices
    .map((heading) => otherCurrencyInHeading(heading, own))
    .find((one) => one && !accepted.includes(one.sign));
  // A column may name the currency of each price.
  const named = headings.flatMap((_, index) => {
    const cells = new Set(rows.flatMap((row) => cellText(row.cells[index] ?? null).trim() || []));
    return [...cells].every(isCurrencyCode) ? [...cells] : [];
  });
  const besides = [...signs, ...named].map((sign) => `1 ${sign}`);
  return inHeading ?? otherCurrency([source ?? prices.map(cellText).join('\n'), ...besides].join('\n'), own, accepted);
}

const SURCHARGE = new RegExp(`(?<!\\p{L})(?:${SURCHARGES})(?!\\p{L})`, 'iu');
/** What a price is for where a column says so. */
const WEIGHT = /^(?:per |\/ ?)?(?:1 ?|100 ?)?(?:kg|g|gr|hg|lbs?|oz|кг|г)$/i;
const BY_WEIGHT = 'It may be the price of a weight.';
const ON_TOP = 'It may be paid on top of another price.';
const IS_NOTE = 'It may be a total or a note, so it is left out.';
const GARBLED = 'It has signs inside of words, as if its letters were read wrongly.';
const MAY_BE_OUT = 'It may be out of stock.';
const MAY_BE_CATEGORY = 'It, or a row above, may be a category or a dish.';

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
    ? [{ column, message: `Another row has different text for ${name}.` }]
    : [];
}

type SizeInput = NonNullable<MenuItemChange['variants']>[number];

const SIZES: Column = { field: 'variants', heading: HEADINGS.variants };
const AVAILABILITY: Column = { field: 'isAvailable', heading: HEADINGS.isAvailable };
const OFFERS: Column = { field: 'offers', heading: HEADINGS.offers };

const changeOf = ({ changes }: Pick<PlannedRow, 'changes'>, field: Column['field']) =>
  changes.find(({ column }) => column.field === field);

/** The dish of a row, for its offers. The sizes of a new one have ids of the draft's own. */
function withOwnSizes(row: PlannedRow): MenuItem | undefined {
  const sizes = row.item ? undefined : changeOf(row, 'variants');
  return sizes ? ({ variants: ownSizes(sizes) } as unknown as MenuItem) : row.item;
}

const ownSizes = ({ value }: CellChange) => (value as SizeInput[]).map((size, at) => ({ ...size, id: at + 1 }));

/** Gives the sizes of a new dish the ids by which its offers name them. */
function nameOwnSizes(row: PlannedRow): void {
  const [sizes, offers] = [changeOf(row, 'variants'), changeOf(row, 'offers')?.value];
  if (!row.item && sizes && Array.isArray(offers)) sizes.value = ownSizes(sizes);
}

const asChange = (found: CellChange | CellProblem | undefined) => (found && 'value' in found ? found : undefined);

/** A row for each size that the owner names, with its price in the cell at `index`. */
const asSizes = (row: TableRow, index: number, names: readonly string[], prices: readonly number[]) =>
  names.map((size, at) => ({
    key: `${keyOf(row)} ${at}`,
    number: row.number,
    cells: row.cells.with(index, prices[at] ?? null),
    size,
  }));

/** The prices in a cell that may be those of sizes. */
const sizePricesIn = (found: CellChange | CellProblem): readonly number[] => {
  if ('value' in found) return [found.value as number];
  return (found.mayBeSizes && found.choices) || [];
};

/** Whether each price has a name: one alone is that of a size only where there are others. */
const areNamed = (names: readonly string[], found: CellChange | CellProblem, item: MenuItem | undefined) =>
  names.length === sizePricesIn(found).length && (names.length > 1 || item?.variants !== undefined);

/** What a dish with sizes costs follows from them. `asks` tells whether a price beside them is a question. */
function leavePriceToSizes(row: PlannedRow, asks: boolean): void {
  const [price, sizes] = [changeOf(row, 'price'), changeOf(row, 'variants')];
  const list = (sizes ? sizes.value : row.item?.variants) as readonly Size[] | null | undefined;
  if (!list) return;
  const isAbout = ({ column, ofSize }: CellProblem) => column?.field === 'price' && !ofSize;
  const found = price ?? row.problems.find(isAbout);
  row.problems = row.problems.filter((problem) => !isAbout(problem));
  row.changes = row.changes.filter((change) => change !== price);
  if (!sizes && found) row.problems.push(...problemOfSizes(found, list, asks));
  if (row.item || !sizes) return;
  const value = Math.min(...list.map((size) => size.price));
  row.changes.push({ column: { field: 'price', heading: HEADINGS.price }, before: null, after: value, value });
}

type Size = Pick<SizeInput, 'name' | 'price'>;

/** Prices without names for a dish with sizes: which are they of? Nothing where they are those of its sizes. */
function problemOfSizes(found: CellChange | CellProblem, sizes: readonly Size[], asks: boolean): CellProblem[] {
  const { column } = found;
  const prices = sizePricesIn(found);
  if (!asks || prices.length === 0) return [{ column: column ?? SIZES, message: HAS_SIZES }];
  const isSame = prices.length === sizes.length && sizes.every(({ price }) => prices.includes(price));
  if (isSame) return [];
  const names = 'mayBeSizes' in found && found.mayBeSizes && { mayBeSizes: found.mayBeSizes };
  return [{ column: column ?? SIZES, message: WHICH_SIZE, choices: prices, sizes, ...names }];
}

const HAS_SIZES = 'This dish has sizes. Change their prices under Sizes.';
const WHICH_SIZE = 'This dish has sizes, and the price may be of any of them.';

/** What was out of stock until a time that is over says nothing about now. */
function leaveAvailability(row: PlannedRow): void {
  const isAbout = ({ column }: { column?: CellChange['column'] }) =>
    column?.field === 'isAvailable' || column?.field === 'soldOutUntil';
  row.changes = row.changes.filter((change) => !isAbout(change));
  row.problems = row.problems.filter((problem) => !isAbout(problem));
}

/** A dish that is available is not out of stock until a time. */
function leaveContradictions(row: PlannedRow, saysAvailability: boolean): void {
  const until = row.changes.find(({ column, value }) => column.field === 'soldOutUntil' && value !== null);
  const isAbout = ({ column }: { column?: CellChange['column'] }) => column?.field === 'isAvailable';
  // What it says of a dish that is available already is no change.
  const staysAvailable = saysAvailability && row.item?.isAvailable && !row.problems.some(isAbout);
  if (!until || !(row.changes.find(isAbout)?.value ?? staysAvailable)) return;
  row.problems.push({ column: until.column, message: AVAILABLE_UNTIL });
  row.changes = row.changes.filter((change) => change !== until);
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
function actionOf({ item, changes, problems, name, category }: PlannedRow, hasPrices: boolean): PlannedRow['action'] {
  if (item) return changes.length > 0 ? 'change' : 'same';
  if (name === '') problems.push({ message: 'This row has no name.' });
  const has = (field: string) => changes.some(({ column }) => column.field === field && !column.lang);
  if (!has('price') && !problems.some(({ ofSize }) => ofSize)) {
    const unread = problems.find(({ column }) => column?.field === 'price');
    if (unread) unread.choices ??= [];
    else problems.push({ message: 'This row has no price.', ...(hasPrices && { choices: [] }) });
  }
  const isUnnamed = category.id === undefined && problems.some(({ column }) => column?.field === 'categoryId');
  const isUnknown = problems.some(({ column }) => column?.field === 'isAvailable');
  if (category.name === '') problems.push({ message: 'This row has no category.', asksCategory: true });
  return has('name') && has('price') && category.name !== '' && !isUnnamed && !isUnknown ? 'add' : 'skip';
}

/** Leaves out the new dishes that a menu with `count` dishes can't hold, and counts them. */
function leaveOutExceeding(rows: readonly PlannedRow[], count: number): number {
  const added = rows.filter(({ action }) => action === 'add').slice(Math.max(0, QUOTAS.items.most - count));
  for (const row of added) {
    row.action = 'skip';
    row.problems.push({ message: 'This is more than a menu can hold.' });
  }
  return added.length;
}
