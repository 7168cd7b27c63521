import { CURRENCIES, countryOf, DEFAULT_CURRENCY, isCurrency } from './currencies.ts';
import { DEFAULT_LANGUAGE } from './languages.ts';
import type { MoneyPattern } from './money.ts';

// Makes patterns with Intl, so not for the diners' page: the server sends it the pattern.

/** Invisible marks for the direction of text. Prices are shown left to right everywhere, where marks would mix up their parts. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;

/** After a sign in Arabic letters: keeps its last dot with it behind a number, and the number behind it before one. */
const RIGHT_TO_LEFT_MARK = '\u200f';
const LEFT_TO_RIGHT_MARK = '\u200e';

/** Seven digits show the size of every group. */
const SAMPLE = 1_234_567.5;

const known = new Map<string, MoneyPattern>();

/**
 * How prices in `currency` are written in `language` (BCP 47), in the currency's own country if the language names no other:
 * 'CHF 12.50' in Swiss German, not '12,50 CHF'. An unknown language counts as English.
 */
export function moneyPattern(language: string, currency: string): MoneyPattern {
  const key = `${language} ${currency}`;
  const found = known.get(key);
  if (found) return found;
  const made = makePattern(language, currency);
  known.set(key, made);
  return made;
}

/** The pattern to send with a menu; undefined for that of US dollars in English, which the page knows. */
export const sentPattern = (language = DEFAULT_LANGUAGE, currency = DEFAULT_CURRENCY) =>
  language === DEFAULT_LANGUAGE && currency === DEFAULT_CURRENCY ? undefined : moneyPattern(language, currency);

function makePattern(language: string, currency: string): MoneyPattern {
  const parts = new Intl.NumberFormat(localeOf(language, currency), {
    style: 'currency',
    currency,
    // '$' in Canada, where nobody writes 'CA$'. Arabic has signs of its own, and no narrow ones.
    currencyDisplay: /^ar\b/.test(language) ? 'symbol' : 'narrowSymbol',
    numberingSystem: 'latn',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  }).formatToParts(SAMPLE);
  const isNumber = ({ type }: Intl.NumberFormatPart) => ['integer', 'group', 'decimal', 'fraction'].includes(type);
  const [first, last] = [parts.findIndex(isNumber), parts.findLastIndex(isNumber)];
  const textOf = (wanted: Intl.NumberFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value ?? '';
  const integers = parts.filter(({ type }) => type === 'integer');
  return {
    before: signOf(parts.slice(0, first), LEFT_TO_RIGHT_MARK),
    after: signOf(parts.slice(last + 1), RIGHT_TO_LEFT_MARK),
    decimal: textOf('decimal'),
    group: textOf('group'),
    grouping: integers.at(-2)?.value.length === 2 ? 2 : 3,
    // A newer release may know more currencies.
    digits: isCurrency(currency) ? CURRENCIES[currency] : 2,
  };
}

/** `language` in the country of `currency`. */
function localeOf(language: string, currency: string): string {
  try {
    const locale = new Intl.Locale(language);
    return locale.region ? language : `${language}-${countryOf(currency)}`;
  } catch {
    return localeOf(DEFAULT_LANGUAGE, currency);
  }
}

function signOf(parts: readonly Intl.NumberFormatPart[], mark: string): string {
  const sign = parts.map(({ value }) => value.replace(DIRECTION_MARKS, '')).join('');
  return RIGHT_TO_LEFT.test(sign) ? sign + mark : sign;
}
