// How prices are written. No zod and no Intl here: phones load this file, and their Intl may differ from the server's.

/** How prices of one currency are written in one language. */
export interface MoneyPattern {
  /** What precedes the number, with its space, as in '$' or 'CHF '. */
  before: string;
  /** What follows the number, with its space, as in ' zł'. */
  after: string;
  /** Between whole and fraction. */
  decimal: string;
  /** Between groups of digits. */
  group: string;
  /** Digits of the groups before the last three digits: 2 in India, as in 12,34,567. */
  grouping: 2 | 3;
  /** Digits after the decimal sign. */
  digits: 0 | 2 | 3;
}

/** US dollars in English, for restaurants that have set nothing (spec §9). */
export const US_DOLLARS: MoneyPattern = { before: '$', after: '', decimal: '.', group: ',', grouping: 3, digits: 2 };

const BY_THREE = /\B(?=(\d{3})+$)/g;
const BY_TWO = /\B(?=(\d{2})*\d{3}$)/g;

/** `price` as `money` writes it; in US dollars if that is undefined. Required, so that no caller forgets a restaurant's currency. */
export function formatMoney(price: number, money: MoneyPattern | undefined): string {
  const { before, after, decimal, group, grouping, digits } = money ?? US_DOLLARS;
  const [whole = '', fraction] = amountOf(price, digits).split('.');
  const grouped = whole.replace(grouping === 2 ? BY_TWO : BY_THREE, group);
  return before + (fraction === undefined ? grouped : grouped + decimal + fraction) + after;
}

/** `price` as a plain number with `digits` decimals: '1234.50', or rounded '1235'. */
export const amountOf = (price: number, digits: MoneyPattern['digits']): string =>
  digits === 0 ? String(Math.round(price)) : price.toFixed(digits);

/** Whether `price` has decimals that guests don't see, because it is older than the currency. */
export const isRounded = (price: number, digits: MoneyPattern['digits']): boolean =>
  digits === 0 && !Number.isInteger(price);
