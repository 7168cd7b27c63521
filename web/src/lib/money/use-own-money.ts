import { createContext, use, useMemo } from 'react';
import { useTenant } from '../http/queries.ts';
import { type OwnMoney, ownMoney, UNKNOWN_MONEY } from './own-money.ts';

/** Gives the screens inside it the restaurant's money, so that not every row of a list reads it. */
export const OwnMoneyProvider = createContext<OwnMoney>(UNKNOWN_MONEY);

/** The restaurant's money, inside a provider. */
export const useOwnMoney = (): OwnMoney => use(OwnMoneyProvider);

/** The restaurant's money; prices have no sign until the restaurant is known. */
export function useRestaurantMoney(): OwnMoney {
  const { data } = useTenant();
  return useMemo(() => (data ? ownMoney(data) : UNKNOWN_MONEY), [data]);
}
