import type { Tenant } from '@tavola/contracts/auth.ts';
import { DEFAULT_CURRENCY } from '@tavola/contracts/rules/currencies.ts';
import { type MoneyPattern, US_DOLLARS } from '@tavola/contracts/rules/money.ts';
import { sentPattern } from '@tavola/contracts/rules/money-pattern.ts';

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
