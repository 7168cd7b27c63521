import type { Daypart } from '@tavola/contracts/dayparts.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { MoneyPattern } from '@tavola/contracts/rules/money.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { categoryServedInWords, daypartNames, servedInWords } from '../../lib/times/served.ts';

/** What is said in the list of when things are served, and for how much. */
export interface ServingTimes {
  /** When a dish is served if that is not like its category, and its offers: 'Lunch only', 'Happy hour $6.00'. */
  ofItem: (item: MenuItem, money: MoneyPattern) => string[];
  /** When the dishes of a category are served; undefined for all the time. */
  ofCategory: (id: number | null) => string | undefined;
}

/** Whether anything in the list names a daypart. */
export const namesDaypart = (items: readonly MenuItem[], categories: readonly Category[]): boolean =>
  categories.some(({ dayparts }) => dayparts !== undefined) ||
  items.some(({ dayparts, offers }) => dayparts !== undefined || offers !== undefined);

/** The words for a list of these `categories`. `dayparts` are undefined while they are not known. */
export function servingTimes(
  categories: readonly Category[],
  dayparts: readonly Daypart[] | undefined = [],
): ServingTimes {
  const ofCategory = (id: number | null) => {
    const category = categories.find((one) => one.id === id);
    return category && categoryServedInWords(category, dayparts);
  };
  const ownTimes = ({ categoryId, dayparts: ids }: MenuItem): string[] => {
    if (ids?.length === 0) return ofCategory(categoryId) === undefined ? [] : [servedInWords([])];
    const names = daypartNames(ids ?? [], dayparts);
    return names.length > 0 ? [servedInWords(names)] : [];
  };
  return {
    ofCategory,
    ofItem: (item, money) => [
      ...ownTimes(item),
      ...(item.offers ?? []).flatMap(({ daypart, price, variant }) => {
        const size = item.variants?.find(({ id }) => id === variant)?.name;
        return daypartNames([daypart], dayparts).map(
          (name) => `${[name, size].filter(Boolean).join(', ')} ${formatMoney(price, money)}`,
        );
      }),
    ],
  };
}
