import type { MoneyPattern } from './money.ts';

/** The currency of restaurants that have not chosen one (spec §9). */
export const DEFAULT_CURRENCY = 'USD';

/**
 * The currencies that prices can be in (ISO 4217), with the decimals that menus show. Where coins below one are no longer
 * used, as in Hungary, menus show none, whatever ISO 4217 says.
 */
export const CURRENCIES = {
  AED: 2,
  ARS: 2,
  AUD: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CLP: 0,
  CNY: 2,
  COP: 0,
  CZK: 2,
  DKK: 2,
  EGP: 2,
  EUR: 2,
  GBP: 2,
  GEL: 2,
  HKD: 2,
  HUF: 0,
  IDR: 0,
  ILS: 2,
  INR: 2,
  ISK: 0,
  JPY: 0,
  KES: 2,
  KRW: 0,
  LKR: 2,
  MAD: 2,
  MXN: 2,
  MYR: 2,
  NGN: 2,
  NOK: 2,
  NZD: 2,
  PEN: 2,
  PHP: 2,
  PKR: 2,
  PLN: 2,
  QAR: 2,
  RON: 2,
  RSD: 2,
  SAR: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TRY: 2,
  TWD: 0,
  UAH: 2,
  USD: 2,
  VND: 0,
  ZAR: 2,
} as const satisfies Readonly<Record<string, MoneyPattern['digits']>>;

/** The ISO 4217 code of a currency that prices can be in. */
export type Currency = keyof typeof CURRENCIES;

/** Whether prices can be in the currency `code`. */
export const isCurrency = (code: string): code is Currency => Object.hasOwn(CURRENCIES, code);

/** Currencies with three decimals. Prices have two. */
export const THREE_DECIMAL_CURRENCIES: ReadonlySet<string> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);
