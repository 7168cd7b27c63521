import { CURRENCIES } from '@tavola/contracts/rules/currencies.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { currencyGroups, deviceCurrency } from './currency-options.ts';

it.each([
  [['en-US', 'en'], 'USD'],
  [['de-AT', 'de', 'en-US'], 'EUR'],
  [['en', 'de-DE'], 'EUR'],
  [['pl'], 'PLN'],
  [['de-CH'], 'CHF'],
  [['ar-KW'], 'KWD'],
  [['fr-SN'], 'XOF'],
  [['es-EC'], 'USD'],
  [['es-419'], 'USD'],
  [['eo'], 'USD'],
])('a browser set to %j proposes %s', (languages, currency) => {
  vi.stubGlobal('navigator', { language: languages[0], languages });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(deviceCurrency()).toBe(currency);
});

it('every currency is listed once, by its region', () => {
  const listed = currencyGroups('EUR').flatMap(({ options }) => options.map(({ value }) => value));
  expect(listed.toSorted()).toEqual(Object.keys(CURRENCIES).toSorted());
});
