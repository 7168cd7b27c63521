import { newMenuItem } from '@tavola/contracts/menu.ts';
import { amountOf, isRounded } from '@tavola/contracts/rules/money.ts';
import { CLEAR_CODES } from './currency-codes.ts';
import type { OwnMoney } from './own-money.ts';
import { plainDigits } from './plain-digits.ts';

/** What is read: prices as people write them in the restaurant's currency. */
export type ReadIn = Pick<OwnMoney, 'currency' | 'before' | 'after' | 'decimal' | 'group' | 'digits'>;

const LITERALLY = /[.*+?^${}()|[\]\\/]/g;
/** Soft hyphens, joiners and marks for the direction of text, which come along when a price is copied. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Patterns of lines and prices, with any currency symbol and with the restaurant's own sign, such as zł or PLN. */
export function patternsIn({ before, after, currency = '' }: ReadIn) {
  const own = [before, after, currency].map((sign) => sign.replace(INVISIBLE, '').trim()).filter(Boolean);
  const sign = `(?:${['\\p{Sc}', ...own.map((text) => text.replace(LITERALLY, '\\$&'))].join('|')})`;
  return {
    /** A name, then a number, with a sign before or after it. */
    line: new RegExp(`^(?<name>.*\\s)?${sign}?(?<price>\\d[\\d.,'’]*)\\s?${sign}?$`, 'isu'),
    /** What people type between a name and its price. */
    separator: new RegExp(`(\\s(?:[-–—:.…]|${sign})+|[:…]|\\.{2,})$`, 'iu'),
    signs: new RegExp(`^${sign}\\s*|\\s*${sign}$`, 'giu'),
  };
}

/**
 * Reads a price such as "14.50", "14,5", "$1,250", "1.250,00" or "1 250 zł", however it came into its field. What can't be
 * read, or can be read two ways, is an error in words.
 */
export function readPrice(text: string, money: ReadIn): { price: number } | { error: string } {
  const read = readAmount(text, money);
  if ('error' in read) return read;
  const error = priceError(read.amount, money);
  return error === undefined ? { price: read.amount } : { error };
}

/** As `readPrice`, but whether a dish can have such a price is not checked. */
export function readAmount(written: string, money: ReadIn): { amount: number } | { error: string } {
  const text = money.decimal === '$' ? written.replace(/(?<=\d)\$(?=\d)/, ',') : written;
  const foreign = foreignSign(text, money);
  if (foreign !== undefined) {
    return { error: `Your prices are in ${money.currency}. Type this one without ${foreign}.` };
  }
  const typed = text.replace(INVISIBLE, '').trim().replace(patternsIn(money).signs, '');
  if (typed === '') return { error: 'Price is required.' };
  const read = readNumber(typed, money);
  if (read === undefined) {
    const shown = `“${text.trim()}”`;
    if (SEVERAL.test(plainDigits(typed.slice(0, SEARCHED_MAX))))
      return { error: `${shown} is more than one price. Type one.` };
    return { error: `${shown} is not a price. Type it as ${money.digits === 0 ? '1450' : '14.50 or 14,50'}.` };
  }
  return 'number' in read ? { amount: read.number } : { error: twoWays(text, read.either) };
}

/** Reads a number of percent, such as "4", "2,5" or "12.5 %", as `readAmount` reads prices. */
export function readPercent(
  text: string,
  money: Pick<ReadIn, 'decimal' | 'group'>,
): { amount: number } | { error: string } {
  const read = readNumber(text.replace(/[%٪]\s*$/, ''), { ...money, digits: 2 });
  if (read === undefined) return { error: `“${text.trim()}” is not a number. Type it as 4.5 or 4,5.` };
  return 'number' in read ? { amount: read.number } : { error: twoWays(text, read.either) };
}

const twoWays = (text: string, [one, other]: readonly [string, string]) =>
  `“${text.trim()}” can be read two ways. Type ${one} or ${other}.`;

/** Two numbers with a slash, a dash or the like between them. */
const SEVERAL = /\d\D*[/|;+&–—-]\D*\d/;
/** In a longer text two prices need not be told from other words. */
const SEARCHED_MAX = 60;

/** The sign or the code in `text` of a currency that is not the restaurant's. */
export function foreignSign(text: string, { before, after, currency }: ReadIn): string | undefined {
  if (currency === undefined) return undefined;
  // Signs come in several widths.
  const own = `${before} ${after}`.normalize('NFKC');
  const code = text
    .match(/(?<!\p{L})[A-Z]{3}(?!\p{L})/gu)
    ?.find((word) => word !== currency && CLEAR_CODES.includes(word));
  return text.match(/\p{Sc}/gu)?.find((sign) => !own.includes(sign.normalize('NFKC'))) ?? code;
}

/** Why a dish can't have this price, if so. */
export function priceError(
  price: number,
  { currency, digits }: Pick<ReadIn, 'currency' | 'digits'>,
): string | undefined {
  const read = newMenuItem.shape.price.safeParse(price);
  if (!read.success) {
    const hasThird = digits === 3 && Number(price.toFixed(2)) !== price && price >= 0;
    return hasThird ? `Prices in ${currency} end in 0, as in 1.250.` : read.error.issues[0]?.message;
  }
  return isRounded(price, digits) ? wholePriceError(currency) : undefined;
}

/** `price` as text to edit, with the menu's decimal mark: all that is kept of it, even if guests see it rounded. */
export const priceText = (price: number, { decimal, digits }: Pick<ReadIn, 'decimal' | 'digits'>): string =>
  amountOf(price, isRounded(price, digits) ? 2 : digits).replace('.', typedMark({ decimal }));

/** The decimal mark to type. Cape Verde writes 12$50, which no keyboard for numbers has. */
export const typedMark = ({ decimal }: Pick<ReadIn, 'decimal'>): string => (decimal === '.' ? '.' : ',');

/** Said of a price with decimals in a currency that has none. */
export const wholePriceError = (currency: string | undefined): string => `Prices in ${currency} have no decimals.`;

/** Marks of numbers in the language of a menu or a browser. */
type Marks = Pick<OwnMoney, 'decimal' | 'group'>;

/**
 * The number that was typed, with either decimal mark; undefined for what is no number. "1,234" has two readings where the
 * menu's language and the browser's disagree about its mark: how to type each of them is in `either`.
 */
function readNumber(
  typed: string,
  money: Marks & Pick<OwnMoney, 'digits'>,
): { number: number } | { either: readonly [string, string] } | undefined {
  const digits = plainDigits(typed).replace(INVISIBLE, '').trim().replaceAll('٫', '.').replaceAll('٬', "'");
  // "8,-" has no cents.
  const whole = digits.replace(/(?<=\d)[.,:][-–—]{1,2}$/, '');
  const text = /^-?\d{1,3}([\s'’]\d{3})+(?!\d)/.test(whole) ? whole.replace(/[\s'’]/g, '') : whole;
  const number = withDecimalPoint(text);
  if (number !== undefined) return { number: Number(number) };
  // Only one mark, with three digits behind it, is left.
  const {
    left = '',
    mark = '',
    right = '',
  } = /^(?<left>\d{1,3})(?<mark>[.,])(?<right>\d{3})$/.exec(text)?.groups ?? {};
  if (mark === '') return undefined;
  const grouped = left + right;
  const decimal = `${left}.${right}`;
  if (money.digits === 0) return { number: Number(grouped) };
  // Three decimals are as likely as thousands.
  if (money.digits === 3) {
    if (mark === typedMark(money)) return { number: Number(decimal) };
    return { either: [grouped, decimal.replace('.', typedMark(money))] };
  }
  const readings = [money, ...browserMarks()];
  if (readings.every((marks) => marks.decimal === mark)) return { number: Number(decimal) };
  if (readings.every((marks) => marks.group === mark)) return { number: Number(grouped) };
  const rounded = Number(decimal).toFixed(2);
  return { either: [grouped, rounded.replace('.', typedMark(money))] };
}

/** A number whose marks can be read only one way, in the form that `Number` takes. India writes 1,20,000. */
function withDecimalPoint(text: string): string | undefined {
  if (/^-?[1-9]\d{0,2}(,\d{2,3})*,\d{3}\.\d+$|^-?[1-9]\d{0,2}(,\d{2,3})+,\d{3}$/.test(text))
    return text.replaceAll(',', '');
  if (/^-?[1-9]\d{0,2}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^-?[1-9]\d{0,2}(\.\d{3}){2,}$/.test(text)) return text.replaceAll('.', '');
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return undefined;
  return /^-?\d*[.,]\d+$|^-?\d+$/.test(text) ? text.replace(',', '.') : undefined;
}

/** The marks of numbers in each language that the browser prefers. */
const browserMarks = (): Marks[] => navigator.languages.map(marksOf);

const known = new Map<string, Marks>();

function marksOf(language: string): Marks {
  const made = known.get(language) ?? makeMarks(language);
  known.set(language, made);
  return made;
}

function makeMarks(language: string): Marks {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn', useGrouping: 'always' }).formatToParts(
    1_234_567.5,
  );
  const textOf = (wanted: 'decimal' | 'group') => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { decimal: textOf('decimal'), group: textOf('group') };
}
