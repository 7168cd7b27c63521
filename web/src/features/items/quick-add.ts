import { initialValues } from '@tavola/contracts/field-list.ts';
import { ITEM_FIELDS, type NewMenuItem, newMenuItem } from '@tavola/contracts/menu.ts';
import { isRounded } from '@tavola/contracts/rules/money.ts';
import type { OwnMoney } from '../../lib/own-money.ts';
import { wholePriceError } from './item-form.ts';

/** A dish as typed on one line, or why the line can't be read. */
export type QuickAdd = { name: string; price: number } | { error: string };

/** What is read: prices as people write them in the restaurant's currency. */
export type ReadIn = Pick<OwnMoney, 'currency' | 'before' | 'after' | 'group' | 'digits'>;

/** A dish and its price, as an example of what to type. */
export const exampleOf = ({ digits }: ReadIn): string => (digits === 0 ? 'Burrata 1450' : 'Burrata 14.50');

const LITERALLY = /[.*+?^${}()|[\]\\/]/g;

/** Patterns of lines and prices, with any currency symbol and with the restaurant's own sign, such as zł or PLN. */
function patternsIn({ before, after, currency = '' }: ReadIn) {
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

/**
 * Reads a line such as "Burrata 14.50", "Penne all'arrabbiata 12,5" or "7 Up $3": the last number is the price, everything
 * before it is the name.
 */
export function readQuickAdd(line: string, money: ReadIn): QuickAdd {
  const text = line.trim();
  const example = exampleOf(money);
  if (text === '') return { error: `Type a name and a price, such as ${example}.` };
  const patterns = patternsIn(money);
  const parts = patterns.line.exec(text)?.groups;
  if (!parts?.price) return { error: `End with a price, such as ${example}.` };
  const name = (parts.name ?? '').trim().replace(patterns.separator, '').trim();
  if (name === '') return { error: `Start with a name, such as ${example}.` };
  const readName = newMenuItem.shape.name.safeParse(name);
  if (!readName.success) return { error: firstMessage(readName.error) };
  const price = readPrice(parts.price, money);
  return 'error' in price ? price : { name: readName.data, price: price.price };
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
  const read = newMenuItem.shape.price.safeParse(Number(digits));
  if (!read.success) return { error: firstMessage(read.error) };
  if (isRounded(read.data, money.digits)) return { error: wholePriceError(money.currency) };
  return { price: read.data };
}

/** A new item with the contract's initial values. */
export const newItemOf = (dish: { name: string; price: number }, categoryId: number): NewMenuItem =>
  newMenuItem.parse({ ...initialValues(ITEM_FIELDS), ...dish, categoryId });

/** The number in the form that `Number` takes. */
function withDecimalPoint(written: string, { digits, group }: ReadIn): string | undefined {
  const text = /^\d{1,3}([\s'’]\d{3})+(\D|$)/.test(written) ? written.replace(/[\s'’]/g, '') : written;
  // A dot is a decimal point, unless the currency has no decimals or its thousands are written with dots.
  if ((digits === 0 || group === '.') && /^\d{1,3}(\.\d{3})+$/.test(text)) return text.replaceAll('.', '');
  // A group of three digits after a comma is thousands: no price has three decimals.
  // India writes 1,20,000.
  if (/^\d{1,3}(,\d{2,3})*,\d{3}(\.\d{1,2})?$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^-?\d+([.,]\d+)?$/.test(text)) return text.replace(',', '.');
  return undefined;
}

const firstMessage = ({ issues }: { issues: { message: string }[] }) => issues[0]?.message ?? '';
