import { useQuery } from '@tanstack/react-query';
import type { Dayparts } from '@tavola/contracts/dayparts.ts';
import type { Category } from '@tavola/contracts/menu.ts';
import { formatPrice } from '../format.ts';
import { useRestaurantMoney } from '../restaurant-money.ts';
import type { Words } from './changed-fields.ts';

/** What values of the restaurant's menu need to become words. */
export function useWords(): Words {
  const categories = useQuery<Category[]>({ queryKey: ['/api/categories'] });
  const dayparts = useQuery<Dayparts>({ queryKey: ['/api/dayparts'] });
  const money = useRestaurantMoney();
  return {
    categories: named(categories.data),
    dayparts: named(dayparts.data?.dayparts),
    priceInWords: (price) => formatPrice(price, money),
  };
}

const named = (rows: readonly { id: number; name: string }[] = []) => new Map(rows.map(({ id, name }) => [id, name]));
