import type { Tenant } from '@tavola/contracts/auth.ts';
import { DEFAULT_CURRENCY } from '@tavola/contracts/rules/currencies.ts';
import { type MoneyPattern, US_DOLLARS } from '@tavola/contracts/rules/money.ts';
import { sentPattern } from '@tavola/contracts/rules/money-pattern.ts';
import { createContext, use } from 'react';

/** The currency of the owner's restaurant, and how its guests read prices. */
export interface OwnMoney extends MoneyPattern {
  /** ISO 4217 code; undefined while the restaurant can't be loaded. */
  currency: string | undefined;
}

/** The money of `tenant`, as written in the language of its menu. */
export const ownMoney = ({ currency, languages }: Pick<Tenant, 'currency' | 'languages'>): OwnMoney => ({
  ...(sentPattern(languages?.base, currency) ?? US_DOLLARS),
  currency: currency ?? DEFAULT_CURRENCY,
});

/** Where the restaurant can't be loaded: prices without a sign, because a wrong one would mislead. */
export const UNKNOWN_MONEY: OwnMoney = { ...US_DOLLARS, before: '', currency: undefined };

const Context = createContext<OwnMoney>(UNKNOWN_MONEY);

/** Gives the screens inside it the restaurant's money. */
export const OwnMoneyProvider = Context;

/** The restaurant's money. */
export const useOwnMoney = (): OwnMoney => use(Context);
