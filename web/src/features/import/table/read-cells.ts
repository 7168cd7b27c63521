import { FACETS } from '@tavola/contracts/facets/facets.ts';
import { fieldMetaOf } from '@tavola/contracts/field-kind.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { newMenuItem } from '@tavola/contracts/menu.ts';
import { isRounded } from '@tavola/contracts/rules/money.ts';
import { MENU_TEXTS } from '@tavola/contracts/translations.ts';
import { type Cell, CLEARED, cellText, unguarded } from '../../../lib/menu-table/cells.ts';
import {
  ALWAYS,
  type Column,
  type Field,
  forFacets,
  OF_SIZE,
  SEPARATOR,
  type WholeMenu,
} from '../../../lib/menu-table/columns.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { wholePriceError } from '../../../lib/money/read-price.ts';
import { toChoiceInput } from '../../../lib/options/choice-form.ts';
import { instantIn, readUntil } from '../../../lib/times/sold-out-until.ts';
import type { PriceChoices } from '../read-menu.ts';
import { type OnlyPrice, priceStyleOf, readOnlyPrice } from '../read-price.ts';
import { isYes } from './cell-words.ts';

export const TWO_WAYS = 'The price can be read two ways.';

/** The longest text of a cell that is read. */
const CELL_MAX = 2_000;

/** What a cell says, or in words why it says nothing. */
type ReadCell =
  | { value: unknown; note?: string }
  | ({ problem: string; asksDayparts?: readonly string[] } & PriceChoices);

/** What names of menu times that the menu lacks stand for, by `sameName`: the id of one that it has, or `null` for none. */
export type ChosenDayparts = Readonly<Record<string, number | null>>;

/** A cell as text for comparing and reading. */
export const textOf = (cell: Cell): string => unguarded(cellText(cell).replace(/\r\n?/g, '\n').trim());

/** A name for comparing. Capitals often lack their accents. */
export const sameName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** "12,50*" */
const FOOTNOTE_MARKS = /(?<=\d)\s*[*†‡]+$/;
/** In a cell of its own "2 450,00" is one number. */
const GROUP_SPACES = /(?<=^\d{1,3}(?: \d{3})*)[ \u00a0\u202f](?=\d{3}(?!\d))/g;

/** `item` is the dish on the menu that the cell is about. Gives `null` where the owner leaves out all that a cell says. */
type Reader = (cell: Cell, text: string, item: MenuItem | undefined) => ReadCell | null;

const value = (value: unknown): { value: unknown } => ({ value });

/** How cells of a table are read. `prices` are all cells of its price column: they tell what a comma means. */
export function cellReader(
  menu: WholeMenu,
  money: Pick<OwnMoney, 'currency' | 'digits'>,
  prices: readonly Cell[],
  chosen: ChosenDayparts = {},
) {
  const style = priceStyleOf(
    prices.filter((cell) => typeof cell === 'string'),
    money.digits,
  );
  const idOf = new Map(menu.dayparts.map(({ id, name }) => [sameName(name), id]));

  const rounded: ReadCell = { problem: wholePriceError(money.currency), choices: [] };
  const price = (cell: Cell, text: string): ReadCell => {
    if (typeof cell === 'number')
      return isRounded(cell, money.digits) ? rounded : value(Number(cell.toFixed(money.digits)));
    const amount = text.replace(FOOTNOTE_MARKS, '').replace(GROUP_SPACES, '');
    const isPlain = /^\d{1,8}(?:\.\d{1,2})?$/.test(amount);
    const { price, choices, mayBeSizes }: OnlyPrice = isPlain
      ? { price: Number(amount) }
      : readOnlyPrice(amount, style);
    if (choices && mayBeSizes) return { problem: 'It has several prices.', choices, mayBeSizes };
    if (choices) return { problem: TWO_WAYS, choices, isOneNumber: true };
    if (price === null) return { problem: `“${text}” isn't a price.` };
    return isRounded(price, money.digits) ? rounded : value(price);
  };

  const ids = new Set(idOf.values());
  const daypart = (name: string): number | null | undefined => {
    const said = chosen[sameName(name)];
    return idOf.get(sameName(name)) ?? (typeof said === 'number' && !ids.has(said) ? undefined : said);
  };
  const unknown = (names: readonly string[]): ReadCell => ({
    problem: `There is no menu time called “${names[0]}”.`,
    asksDayparts: names,
  });

  const dayparts: Reader = (_, text) => {
    if (sameName(text) === ALWAYS && daypart(text) === undefined) return value([]);
    const names = partsOf(text);
    const missing = names.filter((name) => daypart(name) === undefined);
    if (missing.length > 0) return unknown(missing);
    const taken = [...new Set(names.map(daypart))].filter((id) => id !== null);
    return taken.length > 0 || names.length === 0 ? value(taken) : null;
  };

  const offers: Reader = (_, text, item) => {
    const list: { daypart: number; price: unknown; variant?: number }[] = [];
    const missing: string[] = [];
    for (const part of offersIn(text)) {
      const [, name, amount] = PRICED.exec(part) ?? [];
      if (name === undefined || amount === undefined) return { problem: 'An offer looks like “Lunch: 9.90”.' };
      const offer = offerOf(name, item?.variants);
      if (offer === null) continue;
      if ('problem' in offer) return offer;
      if ('missing' in offer) {
        missing.push(offer.missing);
        continue;
      }
      const read = price(amount, amount);
      if ('problem' in read) return { problem: read.problem };
      list.push({ ...offer, price: read.value });
    }
    if (missing.length > 0) return unknown(missing);
    return list.length > 0 ? value(list) : null;
  };

  /** Which menu time, and which of the dish's `sizes`, "Lunch / Large" is about; `null` if the owner leaves that time out. */
  function offerOf(
    name: string,
    sizes: MenuItem['variants'],
  ): { daypart: number; variant?: number } | { problem: string } | { missing: string } | null {
    const id = daypart(name);
    if (id === null) return null;
    if (id !== undefined)
      return sizes ? { problem: 'An offer of a size looks like “Lunch / Large: 9.90”.' } : { daypart: id };
    const parts = name.split(OF_SIZE);
    for (let end = parts.length - 1; end > 0; end -= 1) {
      const ofSize = daypart(parts.slice(0, end).join(OF_SIZE));
      const called = parts.slice(end).join(OF_SIZE);
      if (ofSize === null) return null;
      const size = sizes?.find((one) => sameName(one.name) === sameName(called));
      if (ofSize !== undefined && size) return { daypart: ofSize, variant: size.id };
      if (ofSize !== undefined) return { problem: `The dish has no size called “${called.trim()}” yet.` };
    }
    return { missing: name.trim() };
  }

  const variants: Reader = (_, text, item) => {
    const list: { name: string; price: unknown; isAvailable?: false }[] = [];
    for (const part of text.matchAll(SIZES)) {
      const [, name = '', amount = '', soldOut] = part;
      const read = price(amount, amount);
      if ('problem' in read) return { problem: `${name}: ${read.problem}` };
      list.push({ name, price: read.value, ...(soldOut && { isAvailable: false }) });
    }
    if (list.length === 0) return { problem: 'Sizes look like “Small: 8.50; Large: 11”.' };
    const known = item?.variants ?? [];
    const [fresh, gone] = [without(list, known), without(known, list)];
    // Where one name differs, it is most likely the same size with another name.
    const renamed = fresh.length === 1 && gone.length === 1 && list.length === known.length ? fresh[0] : undefined;
    const sizes = list.map((size) => {
      const old = size === renamed ? gone[0] : known.find((one) => sameName(one.name) === sameName(size.name));
      return { ...(old && toChoiceInput(old)), ...size };
    });
    if (!renamed) return value(sizes);
    const note = `“${gone[0]?.name}” is renamed to “${renamed.name}” and keeps its translations and offers.`;
    return { value: sizes, note };
  };

  const groupsOf = Map.groupBy(menu.optionGroups, ({ name }) => sameName(name));
  const optionGroups: Reader = (_, text, item) => {
    const ids: number[] = [];
    // A name may have what separates names.
    for (let rest = partsOf(text); rest.length > 0; ) {
      const ends = rest.map((_part, at) => rest.length - at);
      const end = ends.find((at) => groupsOf.has(sameName(rest.slice(0, at).join(SEPARATOR))));
      if (end === undefined) return { problem: `There are no options called “${rest[0]}”.` };
      const called = rest.slice(0, end).join(SEPARATOR);
      const found = groupsOf.get(sameName(called)) ?? [];
      // Of several with one name, the dish keeps its own.
      const own = found.filter(({ id }) => item?.optionGroups?.includes(id) && !ids.includes(id));
      const [group] = found.length > 1 ? own : found;
      if (!group) return { problem: `${found.length === 2 ? 'Two' : 'Several'} option groups are called “${called}”.` };
      ids.push(group.id);
      rest = rest.slice(end);
    }
    return value(ids);
  };

  const plainText: Reader = (_, text) => value(text);

  /** How the column of each field is read; one with `null` is not. A field that is missing here is a type error. */
  const readers: Record<Field, Reader | null> = {
    id: null,
    image: (_, text) => value(text.split(/[\s,|;]+/)[0]),
    categoryId: plainText,
    categoryDescription: plainText,
    name: plainText,
    description: plainText,
    price,
    isAvailable: flag,
    isPopular: flag,
    isFeatured: flag,
    ...forFacets((name) => FACET_READERS[fieldMetaOf(FACETS[name].input)?.kind ?? ''] ?? plainText),
    soldOutUntil: (_, text) => untilIn(text, menu.timeZone),
    dayparts,
    offers,
    variants,
    optionGroups,
    // What a dish contains is declared, never imported.
    allergens: null,
  };

  return {
    /** Whether a column is read at all. */
    isRead: (column: Column): boolean => column.lang !== undefined || readers[column.field] !== null,
    /** What a cell that is not empty says, of `item` on the menu or of a new dish; `null` if the owner leaves that out. */
    read(column: Column, cell: Cell, item?: MenuItem): ReadCell | null {
      const text = textOf(cell);
      if (text.length > CELL_MAX)
        return { problem: `A cell can have at most ${CELL_MAX.toLocaleString('en')} characters.` };
      if (isClearing(cell)) {
        const cleared = held(column, null);
        return 'problem' in cleared ? { problem: "This can't be empty." } : cleared;
      }
      const reader = column.lang === undefined ? readers[column.field] : plainText;
      const read: ReadCell | null = reader ? reader(cell, text, item) : value(undefined);
      if (read === null || 'problem' in read) return read;
      const accepted = held(column, read.value);
      return read.note && 'value' in accepted ? { ...accepted, note: read.note } : accepted;
    },
  };
}

export type CellReader = ReturnType<typeof cellReader>;

/** Whether a cell says that its field becomes empty. */
export const isClearing = (cell: Cell): boolean => cellText(cell).trim().toLowerCase() === CLEARED;

/** 'Lunch: 9.90' */
const PRICED = /^(.*):\s*(.+)$/s;
/** 'Small: 8.50; Large: 11 (out of stock)' */
const SIZES = /\s*(\S.*?):\s*([^:;|\n]*?)\s*(\(out of stock\))?\s*(?:[;|\n]|$)/giu;

const without = <Named extends { name: string }>(
  list: readonly Named[],
  others: readonly { name: string }[],
): Named[] => list.filter(({ name }) => others.every((other) => sameName(other.name) !== sameName(name)));

const partsOf = (text: string) =>
  text
    .split(/[;|\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The offers in a cell. The name of a size may have what separates them. */
function offersIn(text: string): string[] {
  const offers: string[] = [];
  for (const part of partsOf(text)) {
    const last = offers.at(-1);
    if (last === undefined || PRICED.test(last)) offers.push(part);
    else offers[offers.length - 1] = `${last}${SEPARATOR}${part}`;
  }
  return offers;
}

const flag: Reader = (cell, text) => {
  if (typeof cell === 'boolean') return value(cell);
  const said = isYes(text);
  return said === undefined ? { problem: `“${text}” is neither yes nor no.` } : value(said);
};

const wholeNumber: Reader = (cell, text) => {
  const digits = /^(\d+)(?:\s*\p{L}+)?$/u.exec(text)?.[1];
  return value(typeof cell === 'number' ? cell : digits === undefined ? text : Number(digits));
};

const list: Reader = (_, text) =>
  value(text.split(/[,;|\n]/).flatMap((part) => part.trim().toLowerCase().replace(/\s+/g, '-') || []));

const FACET_READERS: Readonly<Record<string, Reader>> = { 'whole-number': wholeNumber, diets: list };

/** A local time of the restaurant. */
function untilIn(text: string, zone: string): ReadCell {
  const read = readUntil(localOf(text), zone);
  return 'until' in read ? value(read.until) : { problem: read.error };
}

const localOf = (text: string): string => text.replace(' ', 'T').slice(0, 16);

/** Whether a cell has a local time that is over. */
export const isOver = (text: string, zone: string): boolean => instantIn(localOf(text), zone) <= Date.now();

/** `value` as the API would take it, or the words with which it would not. */
function held(column: Column, given: unknown): ReadCell {
  if (column.lang !== undefined) {
    if (given === null) return value(null);
    const schema = column.kind === 'item' ? MENU_TEXTS.item[column.text] : MENU_TEXTS.category[column.text];
    return parsed(schema.safeParse(given));
  }
  if (column.field === 'categoryId') return parsed(MENU_TEXTS.category.name.safeParse(given));
  if (column.field === 'categoryDescription') return parsed(MENU_TEXTS.category.description.safeParse(given));
  if (column.field === 'id' || column.field === 'allergens') return value(given);
  return parsed(newMenuItem.shape[column.field].safeParse(given));
}

const parsed = (result: { success: boolean; data?: unknown; error?: { issues: { message: string }[] } }): ReadCell =>
  result.success ? value(result.data) : { problem: result.error?.issues[0]?.message ?? 'This is not valid.' };
