import { createContext, use } from 'react';
import { type OwnMoney, UNKNOWN_MONEY } from './own-money.ts';

const Context = createContext<OwnMoney>(UNKNOWN_MONEY);

/** Gives the screens inside it the restaurant's money. */
export const OwnMoneyProvider = Context;

/** The restaurant's money. */
export const useOwnMoney = (): OwnMoney => use(Context);
