import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { useCategories, useDayparts, useOptionGroups, useTenant } from '../http/queries.ts';
import { useRestaurantMoney } from '../money/use-own-money.ts';
import type { Words } from './changed-fields.ts';

/** What values of the restaurant's menu need to become words. */
export function useWords(): Words {
  const categories = useCategories();
  const dayparts = useDayparts();
  const optionGroups = useOptionGroups();
  const money = useRestaurantMoney();
  const { data: tenant } = useTenant();
  return {
    categories: named(categories.data),
    dayparts: named(dayparts.data?.dayparts),
    optionGroups: named(optionGroups.data),
    priceInWords: (price) => formatMoney(price, money),
    timeZone: tenant?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

const named = (rows: readonly { id: number; name: string }[] = []) => new Map(rows.map(({ id, name }) => [id, name]));
