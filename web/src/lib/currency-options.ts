import { CURRENCIES, type Currency } from '@tavola/contracts/rules/currencies.ts';
import type { OptionGroup } from '../../ui/grouped-select.tsx';

const REGIONS = {
  europe: 'Europe',
  americas: 'Americas',
  asia: 'Asia and Pacific',
  africa: 'Middle East and Africa',
} as const;

const REGION_OF: Readonly<Record<Currency, keyof typeof REGIONS>> = {
  AED: 'africa',
  ARS: 'americas',
  AUD: 'asia',
  BRL: 'americas',
  CAD: 'americas',
  CHF: 'europe',
  CLP: 'americas',
  CNY: 'asia',
  COP: 'americas',
  CZK: 'europe',
  DKK: 'europe',
  EGP: 'africa',
  EUR: 'europe',
  GBP: 'europe',
  GEL: 'europe',
  HKD: 'asia',
  HUF: 'europe',
  IDR: 'asia',
  ILS: 'africa',
  INR: 'asia',
  ISK: 'europe',
  JPY: 'asia',
  KES: 'africa',
  KRW: 'asia',
  LKR: 'asia',
  MAD: 'africa',
  MXN: 'americas',
  MYR: 'asia',
  NGN: 'africa',
  NOK: 'europe',
  NZD: 'asia',
  PEN: 'americas',
  PHP: 'asia',
  PKR: 'asia',
  PLN: 'europe',
  QAR: 'africa',
  RON: 'europe',
  RSD: 'europe',
  SAR: 'africa',
  SEK: 'europe',
  SGD: 'asia',
  THB: 'asia',
  TRY: 'europe',
  TWD: 'asia',
  UAH: 'europe',
  USD: 'americas',
  VND: 'asia',
  ZAR: 'africa',
};

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** The name of a currency, as in 'Polish Zloty'. */
export const currencyName = (code: string): string => names.of(code) ?? code;

/** The currencies to choose from, by region and name. One that only a newer release knows stays choosable: `current`. */
export function currencyGroups(current: string): OptionGroup[] {
  const option = (code: string) => ({ value: code, label: `${currencyName(code)} (${code})` });
  const codes = Object.keys(CURRENCIES) as Currency[];
  const groups = Object.entries(REGIONS).map(([region, label]) => ({
    label,
    options: codes
      .filter((code) => REGION_OF[code] === region)
      .map(option)
      .sort((one, other) => one.label.localeCompare(other.label, 'en')),
  }));
  const isListed = groups.some(({ options }) => options.some(({ value }) => value === current));
  return isListed ? groups : [{ label: 'Current', options: [option(current)] }, ...groups];
}
