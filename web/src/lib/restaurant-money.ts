import { useQuery } from '@tanstack/react-query';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { type OwnMoney, ownMoney, UNKNOWN_MONEY } from './own-money.ts';

/** The restaurant's money; prices have no sign until the restaurant is known. */
export function useRestaurantMoney(): OwnMoney {
  const { data } = useQuery<Tenant>({ queryKey: ['/api/tenant'] });
  return data ? ownMoney(data) : UNKNOWN_MONEY;
}
