import { CURRENCIES } from '@tavola/contracts/rules/currencies.ts';
import { type Field, HEADINGS, TEXTS } from '../../../lib/menu-table/columns.ts';
import { longestFirst, SIZES, UNITS } from '../menu-words.ts';
import type { ColumnUse } from './column-use.ts';
import { EXACT, NOT_A_PRICE, NOT_A_PRICE_JOINED, OF_A_DISH, TAX_INCLUDED, VAGUE } from './words/heading-words.ts';

/** What a heading says of its column. */
export interface HeadingMeaning {
  use: ColumnUse;
  /** 3: exactly this. 2: with words about the dish. 1: it may be. */
  rank: 1 | 2 | 3;
  /** "Price small": the size whose prices it has. */
  size?: string;
  /** Whether it names nothing but that size. */
  isSizeAlone?: true;
  /** Whether it says of a price what else than a size: "Price to go". */
  isOtherPrice?: true;
}

const CURRENCY = String.raw`(?:\p{Sc}|(?:${Object.keys(CURRENCIES).join('|')})(?!\p{L}))`;
const CURRENCY_BESIDE = new RegExp(String.raw`^${CURRENCY}\s*(?=\p{L})|[\s/,-]*(?:\bin )?(?<!\p{L})${CURRENCY}$`, 'iu');
const IN_BRACKETS = /[([{（［【]([^()[\]{}（）［］【】]*)[)\]}）］】]/gu;

const words = (list: string) => list.split('|').map((word) => word.trim());
/** One of `list` between other words. */
const oneOf = (list: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${longestFirst(words(list))})(?![\p{L}\p{N}])`, 'giu');

const NO_PRICE = oneOf(NOT_A_PRICE);
const NO_PRICE_JOINED = new RegExp(NOT_A_PRICE_JOINED, 'u');
const A_PRICE = oneOf(EXACT.price);
/** The same in languages that put no blanks between words. */
const A_PRICE_JOINED = new RegExp(
  words(EXACT.price)
    .filter((word) => /\p{Script=Han}/u.test(word))
    .join('|'),
  'u',
);
const ABOUT = oneOf(OF_A_DISH);
const INCLUDING_TAX = oneOf(TAX_INCLUDED);
const SIZE = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${SIZES}|\d+(?:[.,]\d+)? ?(?:${UNITS}))(?![\p{L}\p{N}])`, 'giu');

/** A heading for comparing: 'item_Name ' → 'item name'. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replace(/[\s_.]+/g, ' ')
    .replace(/[\s:*?#-]+$/, '')
    .trim()
    .replace(CURRENCY_BESIDE, '')
    .trim();

const USES = [
  ...(Object.keys(HEADINGS) as Field[]).map((field) => [plain(HEADINGS[field]), { use: field, rank: 3 }] as const),
  ...listed(EXACT, 3),
  ...listed(VAGUE, 1),
];
const MEANINGS = new Map<string, HeadingMeaning>(USES.toReversed());

function listed(lists: Readonly<Record<string, string>>, rank: 1 | 3) {
  return Object.entries(lists).flatMap(([use, list]) =>
    words(list).map((word) => [word, { use: use as ColumnUse, rank }] as const),
  );
}

/** What the column under `heading` has, as far as it says so, on a menu with translations into `langs`: 'Gericht' → names, maybe. */
export function meaningOf(heading: string, langs: readonly string[] = []): HeadingMeaning | undefined {
  const translated = translationOf(heading, langs);
  if (translated) return translated;
  const own = MEANINGS.get(plain(heading));
  if (own) return own;
  const name = plain(plain(heading.replace(IN_BRACKETS, ' ')).replace(INCLUDING_TAX, ' '));
  const said = `${name} ${plain([...heading.matchAll(IN_BRACKETS)].map(([, inside]) => inside).join(' '))}`;
  if (said.replace(INCLUDING_TAX, ' ').search(NO_PRICE) >= 0 || NO_PRICE_JOINED.test(said)) return undefined;
  const found = MEANINGS.get(name);
  const isSized = found?.use === 'price' || !found;
  const size = isSized ? [...said.matchAll(SIZE)].map(([word]) => word).join(' ') : '';
  if (size) return sizedPrice(said, size);
  if (found) return found;
  const bare = MEANINGS.get(name.replace(ABOUT, '').replace(/\s+/g, ' ').trim());
  if (bare) return { ...bare, rank: bare.rank === 3 ? 2 : 1 };
  return said.search(A_PRICE) >= 0 || A_PRICE_JOINED.test(said)
    ? { use: 'price', rank: 1, isOtherPrice: true }
    : undefined;
}

/** "Price small" and "Small (€)". */
function sizedPrice(said: string, size: string): HeadingMeaning | undefined {
  const rest = said
    .replace(SIZE, '')
    .replace(ABOUT, '')
    .replace(/[\s_:-]+/g, ' ')
    .trim();
  if (rest === '') return { use: 'price', rank: 3, size, isSizeAlone: true };
  return MEANINGS.get(rest)?.use === 'price' ? { use: 'price', rank: 3, size } : undefined;
}

/** 'Name:fr', if the menu has that language. */
function translationOf(heading: string, langs: readonly string[]): HeadingMeaning | undefined {
  const [, name = '', tag = ''] = /^(.*?):\s*([a-z-]+)\s*$/is.exec(heading) ?? [];
  const lang = langs.find((one) => one.toLowerCase() === tag.toLowerCase());
  const field = MEANINGS.get(plain(name))?.use as Field | undefined;
  const isText = Object.values(TEXTS).some((texts) => Object.values(texts).some((one) => one === field));
  return lang && field && isText ? { use: `${field}:${lang}`, rank: 3 } : undefined;
}

/** Whether these are the headings of a table of dishes. It has names with prices, or ids. */
export function areHeadings(cells: readonly string[]): boolean {
  const uses = new Set(cells.map((cell) => meaningOf(cell)?.use));
  return uses.has('id') || (uses.has('name') && uses.has('price'));
}
