import type { TrueDish, Truth } from './truth.ts';

const priced = ({ price }: TrueDish) => price.toFixed(2);

/** Ways in which people type a menu. */
const DISHES: Readonly<Record<string, (dish: TrueDish) => string[]>> = {
  leaders: (dish) => [`${dish.name} ........ ${priced(dish)}`, ...(dish.description ? [dish.description] : [])],
  'price below': (dish) => [dish.name, ...(dish.description ? [dish.description] : []), priced(dish), ''],
  tabs: (dish) => [`${dish.name}\t${dish.description ?? ''}\t${priced(dish)}`],
};

/** The menu as text, by the style in which it is typed. */
export function asTexts({ sections }: Truth): Record<string, string> {
  return Object.fromEntries(
    Object.entries(DISHES).map(([style, print]) => [
      style,
      sections
        .flatMap(({ name, description, dishes }) => [name, description ?? '', '', ...dishes.flatMap(print), ''])
        .join('\n'),
    ]),
  );
}

/** The menu as comma-separated values with a header. */
export function asCsv({ sections }: Truth): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const rows = sections.flatMap(({ name: section, dishes }) =>
    dishes.map((dish) => [section, dish.name, dish.description ?? '', priced(dish)]),
  );
  return [['Category', 'Name', 'Description', 'Price'], ...rows].map((row) => row.map(quoted).join(',')).join('\r\n');
}
