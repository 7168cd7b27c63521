import { initialValues } from '@tavola/contracts/field-list.ts';
import { ITEM_FIELDS, type NewMenuItem, newMenuItem } from '@tavola/contracts/menu.ts';

/** A dish as typed on one line, or why the line can't be read. */
export type QuickAdd = { name: string; price: number } | { error: string };

const EXAMPLE = 'Burrata 14.50';
/** A name, then a number, with a currency symbol before or after it. */
const LINE = /^(?<name>.*\s)?[$€£]?(?<price>\d[\d.,]*)\s?[$€£]?$/su;
/** What people type between a name and its price. */
const SEPARATOR = /(\s[-–—:.…$€£]+|[:…]|\.{2,})$/u;

/**
 * Reads a line such as "Burrata 14.50", "Penne all'arrabbiata 12,5" or "7 Up $3": the last number is the price, everything
 * before it is the name.
 */
export function readQuickAdd(line: string): QuickAdd {
  const text = line.trim();
  if (text === '') return { error: `Type a name and a price, such as ${EXAMPLE}.` };
  const parts = LINE.exec(text)?.groups;
  if (!parts?.price) return { error: `End with a price, such as ${EXAMPLE}.` };
  const name = (parts.name ?? '').trim().replace(SEPARATOR, '').trim();
  if (name === '') return { error: `Start with a name, such as ${EXAMPLE}.` };
  const readName = newMenuItem.shape.name.safeParse(name);
  if (!readName.success) return { error: firstMessage(readName.error) };
  const price = readPrice(parts.price);
  return 'error' in price ? price : { name: readName.data, price: price.price };
}

/** Reads a price such as "14.50", "14,5", "$1,250" or "1.250,00". */
export function readPrice(text: string): { price: number } | { error: string } {
  const typed = text.trim().replace(/^[$€£]\s*|\s*[$€£]$/gu, '');
  if (typed === '') return { error: 'Price is required.' };
  const digits = withDecimalPoint(typed);
  if (digits === undefined) return { error: `“${text.trim()}” is not a price. Type it as 14.50 or 14,50.` };
  const read = newMenuItem.shape.price.safeParse(Number(digits));
  return read.success ? { price: read.data } : { error: firstMessage(read.error) };
}

/** A new item with the contract's initial values. */
export const newItemOf = (dish: { name: string; price: number }, categoryId: number): NewMenuItem =>
  newMenuItem.parse({ ...initialValues(ITEM_FIELDS), ...dish, categoryId });

/** The number in the form that `Number` takes. */
function withDecimalPoint(text: string): string | undefined {
  // A group of three digits after a comma is thousands: no price has three decimals.
  if (/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^-?\d+([.,]\d+)?$/.test(text)) return text.replace(',', '.');
  return undefined;
}

const firstMessage = ({ issues }: { issues: { message: string }[] }) => issues[0]?.message ?? '';
