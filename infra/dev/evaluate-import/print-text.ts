import type { TrueDish, Truth } from './truth.ts';

const priced = ({ price }: TrueDish) => price.toFixed(2);

/** Ways in which people type a menu. */
const DISHES = {
  leaders: (dish) => [`${dish.name} ........ ${priced(dish)}`, ...(dish.description ? [dish.description] : [])],
  'price below': (dish) => [dish.name, ...(dish.description ? [dish.description] : []), priced(dish), ''],
  tabs: (dish) => [`${dish.name}\t${dish.description ?? ''}\t${priced(dish)}`],
} satisfies Record<string, (dish: TrueDish) => string[]>;

/** How a menu can be typed. */
export const TEXT_STYLES = Object.keys(DISHES) as (keyof typeof DISHES)[];

/** The menu as text. */
export const asText = ({ sections }: Truth, style: keyof typeof DISHES): string =>
  sections
    .flatMap(({ name, description, dishes }) => [name, description ?? '', '', ...dishes.flatMap(DISHES[style]), ''])
    .join('\n');
