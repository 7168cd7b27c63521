import { SEPARATOR } from '../../lib/menu-table/columns.ts';
import { MENU_TIME } from './menu-words.ts';
import type { DishLine, MenuLine } from './read-line.ts';
import { sameName } from './table/read-cells.ts';
import { isCapitals, looksLikeHeading } from './text-shape.ts';

/** An offer by a name that no menu time is known by has at least this share of the usual price: what is less is an extra. */
const LEAST_SHARE = 0.5;

/** A line that is a lower price of the dish above it, if `key` says so often enough. */
interface MaybeOffer {
  index: number;
  /** Where the dish stands. */
  at: number;
  /** The same for all lines of a section with this name. */
  key: string;
  offer: DishLine;
  price: number;
}

/**
 * Lines in which "Happy Hour 6.00" below a dish for 8.00 is a price of that dish, in the form of the column Offers. So it is if menu
 * times are called so, or if several dishes of a section have it below them. What was an offer is blank.
 */
export function joinOffers(lines: readonly MenuLine[]): MenuLine[] {
  const joined = [...lines];
  const maybe = maybeOffers(lines);
  const alike = Map.groupBy(maybe, ({ key }) => key);
  for (const { index, at, key, offer, price } of maybe) {
    const dish = joined[at];
    if (dish?.kind !== 'dish' || (alike.get(key)?.length === 1 && !MENU_TIME.test(offer.name))) continue;
    joined[at] = { ...dish, offers: [...(dish.offers ?? []), `${offer.name}: ${price}`] };
    joined[index] = { kind: 'blank' };
  }
  return joined;
}

function maybeOffers(lines: readonly MenuLine[]): MaybeOffer[] {
  const keys = keysOf(lines);
  const alike = Map.groupBy(keys, (key) => key);
  let dish: { at: number; price: number } | undefined;
  return lines.flatMap((line, index) => {
    const key = keys[index] as string;
    // What describes the dish stands between.
    if (line.kind === 'text' && !isHeading(line, lines[index - 1])) return [];
    const price = line.kind === 'dish' ? onlyPriceOf(line) : undefined;
    if (line.kind === 'dish' && price !== undefined && dish && price < dish.price && isBare(line)) {
      const isRepeated = (alike.get(key) ?? []).length > 1 && price >= LEAST_SHARE * dish.price;
      if (isRepeated || MENU_TIME.test(line.name)) return [{ index, at: dish.at, key, offer: line, price }];
    }
    dish = price === undefined ? undefined : { at: index, price };
    return [];
  });
}

/** Of each line its section and, of a dish, its name. */
function keysOf(lines: readonly MenuLine[]): string[] {
  let section = 0;
  return lines.map((line, index) => {
    if (isHeading(line, lines[index - 1])) section += 1;
    return line.kind === 'dish' ? `${section} ${sameName(line.name)}` : '';
  });
}

const isHeading = (line: MenuLine, before: MenuLine | undefined): boolean =>
  line.kind === 'heading' ||
  (line.kind === 'text' && (isCapitals(line.text) || (before?.kind === 'blank' && looksLikeHeading(line.text, false))));

const isBare = ({ name, description, codes, isSurcharged }: DishLine): boolean =>
  description === null && codes === '' && !isSurcharged && !name.includes(SEPARATOR.trim());

const onlyPriceOf = ({ prices: [first, second] }: DishLine): number | undefined =>
  second === undefined && first?.size === null ? (first.price ?? undefined) : undefined;
