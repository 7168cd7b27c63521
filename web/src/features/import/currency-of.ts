import { type Cell, cellText } from '../../lib/menu-table/cells.ts';
import type { OwnMoney } from '../../lib/money/own-money.ts';
import { longestFirst } from './menu-words.ts';
import { CODES_THAT_ARE_WORDS, CURRENCY_SIGNS, LARGE_UNITS } from './table/words/currency-words.ts';

/** A sign or code on a menu, and the currencies that it may mean. */
export interface NamedCurrency {
  sign: string;
  codes: readonly string[];
}

const WORDLIKE = new Set(CODES_THAT_ARE_WORDS.split(' '));
const CODES = Intl.supportedValuesOf('currency');

export const isCurrencyCode = (text: string): boolean => CODES.includes(text);

const escaped = (text: string) => text.replace(/[.$/]/g, '\\$&');
const anyOf = (list: readonly string[]) => longestFirst(list.map(escaped));

const SIGNS = Object.keys(CURRENCY_SIGNS);
/** Signs in any case, codes in capitals. */
const SIGN = `(?:${anyOf(SIGNS.flatMap((sign) => [sign, sign.toUpperCase(), sign[0]?.toUpperCase() + sign.slice(1)]))})`;
const BEFORE = `(?:${SIGN}|${anyOf(CODES.filter((code) => !WORDLIKE.has(code)))})`;
const AFTER = `(?:${SIGN}|${anyOf(CODES)})`;
/** "Mo–Fr. 11:30", "Fr. 14.3." */
const TIME = String.raw`\d{1,2}(?:[:.]\d{1,2} ?(?:[-–—.:]|[Uu]hr|h\b)| ?(?:[-–—]\d|[Uu]hr|h\b)|:\d\d|\. )`;
const BESIDE_NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{Sc}])(${BEFORE})\.? ?(?=\p{Nd})(?!${TIME})|(?<=\p{Nd}[.,]?[-–—]? ?)(${AFTER})(?![\p{L}\p{Nd}$])`,
  'gu',
);
/** "Price (zł)", "Preis in CHF" */
const IN_HEADING = new RegExp(String.raw`(?:^|[\s([/])(${AFTER})[)\]]?$|^(${AFTER})(?![\p{L}\p{Nd}])`, 'u');

const named = (sign: string): NamedCurrency => ({
  sign,
  codes: CODES.includes(sign) ? [sign] : (CURRENCY_SIGNS[sign] ?? CURRENCY_SIGNS[sign.toLowerCase()] ?? '').split(' '),
});

/** The first currency beside a number of a text that can't be `own`, besides those with `accepted` signs; undefined without one. */
export function otherCurrency(
  text: string,
  own: string | undefined,
  accepted: readonly string[] = [],
): NamedCurrency | undefined {
  if (own === undefined) return undefined;
  for (const [, before, after] of text.matchAll(BESIDE_NUMBER)) {
    const currency = named(before ?? after ?? '');
    if (!currency.codes.includes(own) && !accepted.includes(currency.sign)) return currency;
  }
  return undefined;
}

/** The same of a column's heading. */
export function otherCurrencyInHeading(heading: string, own: string | undefined): NamedCurrency | undefined {
  const [, last, first] = IN_HEADING.exec(heading.trim()) ?? [];
  const sign = last ?? first;
  if (own === undefined || sign === undefined) return undefined;
  const currency = named(sign);
  return currency.codes.includes(own) ? undefined : currency;
}

const LARGE = new Set(LARGE_UNITS.split(' '));

/** Whether the prices of a table may be in cents, as databases keep them: all are whole, and most are higher than dishes cost. */
export function mayBeCents(
  prices: readonly Cell[],
  { currency = 'USD', digits }: Pick<OwnMoney, 'currency' | 'digits'>,
): boolean {
  const numbers = prices.map((cell) => cellText(cell).trim()).filter((text) => /\d/.test(text));
  const high = numbers.filter((text) => Number(text) >= (LARGE.has(currency) ? 100 : 1_000));
  return digits > 0 && numbers.every((text) => /^\d+$/.test(text)) && high.length > numbers.length / 2;
}
