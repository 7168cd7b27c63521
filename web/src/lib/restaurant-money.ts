import { type OwnMoney, ownMoney, UNKNOWN_MONEY } from './own-money.ts';
import { useTenant } from './queries.ts';

/** The restaurant's money; prices have no sign until the restaurant is known. */
export function useRestaurantMoney(): OwnMoney {
  const { data } = useTenant();
  return data ? ownMoney(data) : UNKNOWN_MONEY;
}
