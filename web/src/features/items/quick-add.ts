import { initialValues } from '@tavola/contracts/field-list.ts';
import { ITEM_FIELDS, type NewMenuItem, newMenuItem } from '@tavola/contracts/menu.ts';
import { foreignSign, patternsIn, type ReadIn, readPrice } from '../../lib/money/read-price.ts';

/** A dish as typed on one line, or why the line can't be read. */
type QuickAdd = { name: string; price: number } | { error: string };

/** A dish and its price, as an example of what to type. */
export const exampleOf = ({ digits }: ReadIn): string => (digits === 0 ? 'Burrata 1450' : 'Burrata 14.50');

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
  const foreign = foreignSign(`${name.split(/\s/).at(-1)}${text.slice(name.length)}`, money);
  if (foreign !== undefined) {
    return { error: `Your prices are in ${money.currency}. Type this one without ${foreign}.` };
  }
  const price = readPrice(parts.price, money);
  if ('error' in price) return price;
  if (isUnlikely(parts.price, money)) {
    return { error: `${parts.price} is a lot for one dish. If it's the price, type ${parts.price}.00.` };
  }
  return { name: readName.data, price: price.price };
}

/** In these, a dish may cost more than 10,000. */
const SMALL_UNITS: ReadonlySet<string | undefined> = new Set(['ARS', 'LKR', 'NGN', 'PKR']);

/** Whether a number is more likely something else than a price, such as a phone number. */
const isUnlikely = (written: string, { currency, digits }: ReadIn): boolean =>
  currency !== undefined &&
  digits > 0 &&
  !SMALL_UNITS.has(currency) &&
  /^\d+$/.test(written) &&
  Number(written) > 10_000;

/** A new item with the contract's initial values. */
export const newItemOf = (dish: { name: string; price: number }, categoryId: number): NewMenuItem =>
  newMenuItem.parse({ ...initialValues(ITEM_FIELDS), ...dish, categoryId });

const firstMessage = ({ issues }: { issues: { message: string }[] }) => issues[0]?.message ?? '';
