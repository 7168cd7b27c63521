import { VARIANTS_MAX } from '@tavola/contracts/choices.ts';
import { initialValues } from '@tavola/contracts/field-list.ts';
import { ITEM_FIELDS, type NewMenuItem, newMenuItem } from '@tavola/contracts/menu.ts';
import { foreignSign, patternsIn, type ReadIn, readPrice } from '../../lib/money/read-price.ts';
import { proposedSizeNames } from '../../lib/options/size-names.ts';

/** A dish as typed on one line, or why the line can't be read; `instead` is a line to check first. */
type QuickAdd = ReadDish | { error: string; instead?: string };

interface ReadDish {
  name: string;
  price: number;
  variants?: { name: string; price: number }[];
}

/** A dish and its price, as an example of what to type. */
export const exampleOf = ({ digits }: ReadIn): string => (digits === 0 ? 'Burrata 1450' : 'Burrata 14.50');

/**
 * Reads a line such as "Burrata 14.50", "Penne all'arrabbiata 12,5" or "7 Up $3": the last number is the price, everything
 * before it is the name. "Clam chowder cup 7 / bowl 11" has sizes.
 */
export function readQuickAdd(line: string, money: ReadIn): QuickAdd {
  const text = line.trim();
  const example = exampleOf(money);
  if (text === '') return { error: `Type a name and a price, such as ${example}.` };
  const sized = readSizes(text, money);
  if (sized) return sized;
  const patterns = patternsIn(money);
  const parts = patterns.line.exec(text)?.groups;
  if (!parts?.price) return { error: `End with a price, such as ${example}.` };
  const name = (parts.name ?? '').trim().replace(patterns.separator, '').trim();
  if (name === '') return { error: `Start with a name, such as ${example}.` };
  if (INNER_PRICE.test(name)) {
    return { error: 'Check the sizes, then press Enter again.', instead: text.replace(BEFORE_SIZE, ' / ') };
  }
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

/** A price within a name, as of "Latte small 3.50 large": not the amount in "Beer 0.33 l". */
const INNER_PRICE = /\s\d+[.,]\d\d\s+(?!(?:[cdm]?l|oz|k?g|lbs?)(?!\p{L}))\p{L}/iu;

/** Between a size's price and the name of the next size. */
const BEFORE_SIZE = /(?<=\s\d+(?:[.,]\d\d)?)\s+(?=\p{L})/gu;

/**
 * Reads a line with a price for each size. What is called as the other sizes are is the end of the name: of "Clam chowder cup 7 /
 * bowl 11" it is one word. Undefined if it has one price.
 */
function readSizes(text: string, money: ReadIn): QuickAdd | undefined {
  const parts = text.replace(/(?<=\d)\/(?=[\d.,]+$)/, ' / ').split(/\s+\/\s*|\s*\/\s+/);
  const pattern = patternsIn(money);
  const read = parts.map((part) => pattern.line.exec(part)?.groups);
  const priced = read.flatMap((groups) => groups?.price ?? []);
  const unpriced = read.findIndex((groups) => groups?.price);
  if (unpriced > 0 && priced.length === unpriced + 1 && parts.length === unpriced + priced.length) {
    // "Soup (small / large) 7 / 11" names all sizes before their prices.
    const names = [...parts.slice(0, unpriced), read[unpriced]?.name?.trim() ?? ''];
    const instead = names.map((name, at) => `${name.replace(/[()]/g, '')} ${priced[at]}`).join(' / ');
    return { error: 'Check the sizes, then press Enter again.', instead };
  }
  if (parts.length < 2 || parts.length > VARIANTS_MAX || read.some((groups) => !groups?.price)) return undefined;
  const labels = read.map((groups) => (groups?.name ?? '').trim().replace(pattern.separator, '').trim());
  const [first = '', ...others] = labels;
  const names = proposedSizeNames(parts.length);
  if (others.every((label) => label === '') && first !== '' && names) {
    const prices = read.map((groups) => groups?.price);
    const instead = `${first} ${names.map((name, at) => `${name} ${prices[at]}`).join(' / ')}`;
    return { error: 'Check the names of the sizes, then press Enter again.', instead };
  }
  const count = Math.max(...others.map((label) => label.split(/\s+/).length));
  const words = first.split(/\s+/);
  const [name, size] = [words.slice(0, -count).join(' '), words.slice(-count).join(' ')];
  if (name === '' || others.includes('')) {
    return { error: 'Name the dish and each size, such as Clam chowder cup 7 / bowl 11.' };
  }
  const variants: { name: string; price: number }[] = [];
  for (const [at, groups] of read.entries()) {
    const one = readQuickAdd(`${at === 0 ? size : labels[at]} ${groups?.price}`, money);
    if ('error' in one) return one;
    variants.push(one);
  }
  const checked = newMenuItem.pick({ name: true, variants: true }).safeParse({ name, variants });
  if (!checked.success) return { error: firstMessage(checked.error) };
  return { name: checked.data.name, price: Math.min(...variants.map(({ price }) => price)), variants };
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
export const newItemOf = (dish: ReadDish, categoryId: number): NewMenuItem =>
  newMenuItem.parse({ ...initialValues(ITEM_FIELDS), ...dish, categoryId });

const firstMessage = ({ issues }: { issues: { message: string }[] }) => issues[0]?.message ?? '';
