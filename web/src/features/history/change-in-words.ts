import type { MenuChange } from '@tavola/contracts/history.ts';
import { formatCount } from '../../lib/format.ts';

/** One changed field: its label, and its values before and after. */
export interface ChangedField {
  name: string;
  label: string;
  before: string;
  after: string;
}

/** What owners call the fields; others show under their own names. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  price: 'Price',
  categoryId: 'Category',
  isAvailable: 'Available',
  isPopular: 'Popular',
  isFeatured: 'Featured',
  isActive: 'Active',
  image: 'Image',
  texts: 'Translations',
  spice: 'Spiciness',
  energy: 'Energy',
};

/** What happened, without the name of the dish or category. */
export function actInWords({ act, kind, items }: MenuChange): string {
  if (act === 'moved') return kind === 'item' ? 'Menu items reordered' : 'Categories reordered';
  const dishes = items > 0 ? ` · ${formatCount(items)} ${items === 1 ? 'dish' : 'dishes'}` : '';
  if (act === 'changed') return 'Changed';
  return `${kind === 'category' ? 'Category ' : ''}${act === 'added' ? 'added' : 'deleted'}${dishes}`;
}

/** What the words of a change need to know of the restaurant. */
export interface Words {
  /** The names of the categories by id. */
  categories: ReadonlyMap<number, string>;
  priceInWords(price: number): string;
}

/** The fields that a change changed, in words. */
export function changedFields(change: MenuChange, words: Words): ChangedField[] {
  if (change.act !== 'changed') return [];
  const [before, after] = [change.before ?? {}, change.after ?? {}];
  const names = Object.keys({ ...before, ...after });
  const inOrder = (name: string) => Object.keys(LABELS).indexOf(name);
  return names
    .toSorted((one, other) => inOrder(one) - inOrder(other))
    .map((name) => ({
      name,
      label: LABELS[name] ?? name,
      before: valueInWords(name, before[name], words),
      after: valueInWords(name, after[name], words),
    }));
}

function valueInWords(name: string, value: unknown, { categories, priceInWords }: Words): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (name === 'price') return priceInWords(Number(value));
  if (name === 'categoryId') return categories.get(Number(value)) ?? 'a deleted category';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    return keys.length > 0 ? keys.join(', ') : 'none';
  }
  return String(value);
}
