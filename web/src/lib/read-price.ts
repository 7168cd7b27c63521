import { newMenuItem } from '@tavola/contracts/menu.ts';
import { isRounded } from '@tavola/contracts/rules/money.ts';
import type { OwnMoney } from './own-money.ts';

/** What is read: prices as people write them in the restaurant's currency. */
export type ReadIn = Pick<OwnMoney, 'currency' | 'before' | 'after' | 'group' | 'digits'>;

const LITERALLY = /[.*+?^${}()|[\]\\/]/g;

/** Patterns of lines and prices, with any currency symbol and with the restaurant's own sign, such as zł or PLN. */
export function patternsIn({ before, after, currency = '' }: ReadIn) {
  const own = [before.trim(), after.trim(), currency].filter(Boolean).map((sign) => sign.replace(LITERALLY, '\\$&'));
  const sign = `(?:${['\\p{Sc}', ...own].join('|')})`;
  return {
    /** A name, then a number, with a sign before or after it. */
    line: new RegExp(`^(?<name>.*\\s)?${sign}?(?<price>\\d[\\d.,'’]*)\\s?${sign}?$`, 'isu'),
    /** What people type between a name and its price. */
    separator: new RegExp(`(\\s(?:[-–—:.…]|${sign})+|[:…]|\\.{2,})$`, 'iu'),
    signs: new RegExp(`^${sign}\\s*|\\s*${sign}$`, 'giu'),
  };
}

/** Reads a price such as "14.50", "14,5", "$1,250", "1.250,00" or "1 250 zł". */
export function readPrice(text: string, money: ReadIn): { price: number } | { error: string } {
  const typed = text.trim().replace(patternsIn(money).signs, '').trim();
  if (typed === '') return { error: 'Price is required.' };
  const digits = withDecimalPoint(typed, money);
  if (digits === undefined) {
    const forms = money.digits === 0 ? '1450' : '14.50 or 14,50';
    return { error: `“${text.trim()}” is not a price. Type it as ${forms}.` };
  }
  const price = Number(digits);
  const error = priceError(price, money);
  return error === undefined ? { price } : { error };
}

/** Why a dish can't have this price, if so. */
export function priceError(
  price: number,
  { currency, digits }: Pick<ReadIn, 'currency' | 'digits'>,
): string | undefined {
  const read = newMenuItem.shape.price.safeParse(price);
  if (!read.success) return read.error.issues[0]?.message;
  return isRounded(price, digits) ? wholePriceError(currency) : undefined;
}

/** Said of a price with decimals in a currency that has none. */
export const wholePriceError = (currency: string | undefined): string => `Prices in ${currency} have no decimals.`;

/** The number in the form that `Number` takes; undefined for what is no number. */
export function withDecimalPoint(
  written: string,
  { digits, group }: Pick<ReadIn, 'digits' | 'group'>,
): string | undefined {
  const text = /^\d{1,3}([\s'’]\d{3})+(\D|$)/.test(written) ? written.replace(/[\s'’]/g, '') : written;
  // A dot is a decimal point, unless the currency has no decimals or its thousands are written with dots.
  if ((digits === 0 || group === '.') && /^\d{1,3}(\.\d{3})+$/.test(text)) return text.replaceAll('.', '');
  // A group of three digits after a comma is thousands: no price has three decimals.
  // India writes 1,20,000.
  if (/^[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d{1,2})?$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^-?\d+([.,]\d+)?$/.test(text)) return text.replace(',', '.');
  return undefined;
}
