import { cellText } from '../../../lib/menu-table/cells.ts';
import { isYes } from './cell-words.ts';
import type { ColumnUse } from './column-use.ts';
import { type HeadingMeaning, meaningOf } from './headings.ts';
import { exportOf } from './origin.ts';
import { COLUMNS_MAX, LIKE_A_PRICE, type ReadTable } from './table-of.ts';
import type { KnownExport } from './words/exports.ts';

/** What a column may be taken for. */
export interface ProposedUse {
  /** Undefined where the owner has to say it. */
  use: ColumnUse | undefined;
  /** What several columns are called, of which one is it. */
  among?: ColumnUse;
  /** The size whose prices it has. */
  size?: string;
}

/** What the owner says about columns, by their keys. */
export type ChosenUses = Readonly<Record<string, ColumnUse>>;

/** By which an answer names a column, so that it counts for no column of another table. */
export const columnKey = (heading: string, index: number): string => `${index} ${heading}`;

const NONE: ProposedUse = { use: 'none' };

/** What each column of `table` is proposed for, on a menu with translations into `langs`. */
export function proposedUses(table: ReadTable, langs: readonly string[]): ProposedUse[] {
  const known = table.isOwn || table.isText ? undefined : exportOf(table.headings);
  const uses = known ? usesOfExport(table, known) : usesOfHeadings(table, langs);
  return uses.map((use, index) => (index < COLUMNS_MAX ? use : NONE));
}

function usesOfExport({ headings, rows }: ReadTable, { uses }: KnownExport): ProposedUse[] {
  const found = headings.map((heading) => {
    const name = Object.keys(uses).find((one) =>
      one.endsWith('*') ? heading.startsWith(one.slice(0, -1)) : one === heading,
    );
    return { use: (name && uses[name]) || 'none' } as ProposedUse;
  });
  // Each of several shops has its prices.
  return withTies(found, rows, ['price', 'name', 'categoryId', 'isAvailable']);
}

function usesOfHeadings({ headings, rows, isOwn, isText }: ReadTable, langs: readonly string[]): ProposedUse[] {
  const meanings = headings.map((heading, index) => {
    const meaning = meaningOf(heading, langs);
    if (!meaning?.isOtherPrice) return meaning;
    const hasPrices = rows.some(({ cells }) => LIKE_A_PRICE.test(cellText(cells[index] ?? null)));
    return hasPrices && !isOwn ? meaning : undefined;
  });
  const hasOtherPrices = meanings.some((meaning) => meaning?.isOtherPrice);
  const uses = meanings.map((meaning): ProposedUse => {
    if (!meaning || (meaning.use === 'id' && !isOwn)) return NONE;
    const best = Math.max(...meanings.map((one) => (one?.use === meaning.use ? one.rank : 0)));
    const { use, size } = meaning;
    // "Price" and "Price to go": which one guests pay is for the owner to say.
    if (use === 'price' && hasOtherPrices && (meaning.isOtherPrice || meaning.rank === best)) {
      return { use: undefined, among: 'price' };
    }
    return meaning.rank < best && !ALL_COUNT.includes(use) ? NONE : { use, ...(size !== undefined && { size }) };
  });
  const found = withoutLonelySizes(uses, meanings);
  // Columns that a later release has, or that the owner added, take part in no guess.
  if (isOwn || isText) return firstOfEach(found);
  // Whether a dish is for sale may stand in a column that is called otherwise; most of many are allergens.
  const flags = headings.flatMap((heading, index) =>
    !meanings[index] && !NO_AVAILABILITY.test(heading) && isFlag(rows, index) ? [index] : [],
  );
  if (flags.length < 3) for (const index of flags) found[index] = { use: undefined, among: 'isAvailable' };
  const tied = withTies(found, rows, [...new Set(found.flatMap(({ use }) => use ?? []))]);
  const settled = tied.map((one, index) =>
    one.use === 'categoryId' && rows.some(({ cells }) => MAY_BE_PATH.test(cellText(cells[index] ?? null)))
      ? { use: undefined, among: 'categoryId' as const }
      : one,
  );
  const has = (use: ColumnUse) => settled.some((one) => one.use === use || one.among === use);
  if (has('name') && has('price')) return settled;
  const isOpen = ({ use }: ProposedUse) => use === 'none' || (use === 'description' && !has('name'));
  return settled.map((one) => (isOpen(one) ? { use: undefined } : one));
}

/** "Food/Mains" and "Food: Mains" may be the path of a category, or its name. */
const MAY_BE_PATH = /\p{L}\s*[/|:\\]+\s*\p{L}/u;

/** Headings of yes and no that say nothing about what is for sale. */
const NO_AVAILABILITY =
  /vega|vege|végé|gluten|lactos|laktos|halal|kosher|spic|scharf|piccant|picant|alcohol|alkohol|allerg|contain|tax|vat|mwst|iva|tva|feature|popular|new|neu|track|inventory|discount/i;

/** Whether a column says yes or no, and not the same of all. */
function isFlag(rows: ReadTable['rows'], index: number): boolean {
  const said = new Set(rows.map(({ cells }) => cellText(cells[index] ?? null).trim()));
  return (
    said.size > 1 && [...said].every((text) => text === '' || (isYes(text) !== undefined && !/[2-9]|\d\d/.test(text)))
  );
}

/** A size alone heads prices only beside another: "Small", "Large". */
function withoutLonelySizes(uses: readonly ProposedUse[], meanings: readonly (HeadingMeaning | undefined)[]) {
  const isLone = (index: number) => meanings[index]?.isSizeAlone === true;
  const lone = uses.filter((_, index) => isLone(index)).length;
  const hasPrice = uses.some(({ use, size }) => use === 'price' && size === undefined);
  return lone > 1 && !hasPrice ? [...uses] : uses.map((use, index) => (isLone(index) ? NONE : use));
}

/** What takes a row from the menu, whichever column says it. */
const ALL_COUNT: readonly ColumnUse[] = ['archived', 'published', 'soldOut', 'none'];

/** Of several columns for one thing none is proposed, but for prices of several sizes. Of those that say the same, the first is. */
function withTies(uses: readonly ProposedUse[], rows: ReadTable['rows'], tied: readonly ColumnUse[]): ProposedUse[] {
  return uses.map((one) => {
    const others = uses.flatMap(({ use }, index) => (use === one.use ? [index] : []));
    const areSizes = one.use === 'price' && others.every((index) => uses[index]?.size !== undefined);
    if (others.length < 2 || !one.use || ALL_COUNT.includes(one.use) || areSizes || !tied.includes(one.use)) return one;
    const areSame = rows.every(
      ({ cells }) => new Set(others.map((index) => cellText(cells[index] ?? null))).size === 1,
    );
    if (!areSame) return { use: undefined, among: one.use };
    return uses[others[0] ?? -1] === one ? one : NONE;
  });
}

const firstOfEach = (uses: readonly ProposedUse[]): ProposedUse[] =>
  uses.map((one, index) => (uses.findIndex(({ use }) => use === one.use) < index ? NONE : one));

/** What each column is taken for: what the owner says, else what is proposed. */
export const takenUses = (
  headings: readonly string[],
  proposed: readonly ProposedUse[],
  chosen: ChosenUses = {},
): ProposedUse[] =>
  proposed.map((one, index) => {
    const use = chosen[columnKey(headings[index] ?? '', index)];
    return use ? { ...one, use } : one;
  });

/** For what the owner still has to choose a column, before anything is added. */
export function openUses(uses: readonly ProposedUse[], isOwn: boolean | undefined): ColumnUse[] {
  const has = (wanted: ColumnUse) => uses.some(({ use }) => use === wanted);
  const isOpen = uses.some(({ use }) => use === undefined);
  const needed = (['name', 'price'] as const).filter((use) => isOpen || (use === 'name' && !isOwn));
  const tied = uses.flatMap(({ use, among }) => (use === undefined && among ? [among] : []));
  return [...new Set([...needed, ...tied])].filter((use) => !has(use));
}
