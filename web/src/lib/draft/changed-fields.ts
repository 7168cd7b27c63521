import { labelsOf } from '@tavola/contracts/field-kind.ts';
import { newMenuItem } from '@tavola/contracts/menu.ts';
import { osmHours } from '@tavola/contracts/rules/osm-hours.ts';
import type { Hours } from '@tavola/contracts/rules/times.ts';
import { dietInWords, statesInWords } from '../allergens/allergen-words.ts';
import { SPICE_LABELS } from '../menu/spice-labels.ts';
import { dateAndClock } from '../times/sold-out-until.ts';

/** One changed field: its label, and its values before and after. */
export interface ChangedField {
  name: string;
  label: string;
  before: string;
  after: string;
}

/** What owners call the fields; others show under their own names. */
const LABELS: Readonly<Record<string, string>> = {
  ...labelsOf(newMenuItem),
  isAvailable: 'Available',
  image: 'Image',
  allergens: 'Allergens',
  isActive: 'Active',
  texts: 'Translations',
  layout: 'Layout',
  weekly: 'Times',
  variants: 'Sizes',
  optionGroups: 'Options',
  options: 'Options',
  min: 'Choices at least',
  max: 'Choices at most',
  special: 'Special days',
};

/** What values need to become words: the restaurant's names, its money and its clock. */
export interface Words {
  /** The names of the categories by id. */
  categories: ReadonlyMap<number, string>;
  /** The names of the dayparts by id. */
  dayparts: ReadonlyMap<number, string>;
  /** The names of the option groups by id. */
  optionGroups: ReadonlyMap<number, string>;
  /** The names of a dish's sizes by id, where they are known. */
  sizes?: ReadonlyMap<number, string>;
  priceInWords(price: number): string;
  timeZone: string;
}

/** The fields of a dish, a category or a daypart that a change changed, in words. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  words: Words,
): ChangedField[] {
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

/** `value` of the field `name`, in words; 'none' if there is none. */
export function valueInWords(
  name: string,
  value: unknown,
  { categories, dayparts, optionGroups, sizes, priceInWords, timeZone }: Words,
): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (name === 'price') return priceInWords(Number(value));
  if (name === 'categoryId') return categories.get(Number(value)) ?? 'a deleted category';
  const daypart = (id: number) => dayparts.get(id) ?? 'a deleted menu time';
  if (name === 'dayparts') return (value as number[]).map(daypart).join(', ') || 'always';
  if (name === 'offers') {
    const offers = value as { daypart: number; price: number; variant?: number }[];
    const when = (offer: (typeof offers)[number]) =>
      [daypart(offer.daypart), sizes?.get(offer.variant ?? 0)].filter(Boolean).join(', ');
    return offers.map((offer) => `${when(offer)} ${priceInWords(offer.price)}`).join(', ') || 'none';
  }
  if (name === 'variants') {
    return (value as { name: string; price: number }[])
      .map((size) => `${size.name} ${priceInWords(size.price)}`)
      .join(', ');
  }
  if (name === 'options') {
    const options = value as { name: string; price?: number; isDefault?: boolean }[];
    return options
      .map(({ name, price, isDefault }) =>
        [name, price && `+${priceInWords(price)}`, isDefault && '(included by default)'].filter(Boolean).join(' '),
      )
      .join(', ');
  }
  if (name === 'optionGroups') {
    return (value as number[]).map((id) => optionGroups.get(id) ?? 'deleted options').join(', ') || 'none';
  }
  if (name === 'diet') return (value as string[]).map(dietInWords).join(', ') || 'none';
  if (name === 'allergens') return statesInWords((value as { states?: string }).states);
  if (name === 'spice') return SPICE_LABELS[Number(value)] ?? String(value);
  if (name === 'energy') return `${value} kcal`;
  if (name === 'layout') return value === 'grid' ? 'photo grid' : String(value);
  if (name === 'weekly') return osmHours({ weekly: value as Hours['weekly'], special: [] }, '').text;
  if (name === 'special') return `${(value as unknown[]).length || 'none'}`;
  if (name === 'soldOutUntil') return dateAndClock(Date.parse(String(value)), timeZone);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    return keys.length > 0 ? keys.join(', ') : 'none';
  }
  return String(value);
}
