import { describe, expect, it } from 'vitest';
import { CURRENCIES, countryOf } from './currencies.ts';
import { amountOf, formatMoney, isRounded, US_DOLLARS } from './money.ts';
import { moneyPattern, sentPattern } from './money-pattern.ts';

/** The languages of the diners' page. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'he', 'ja', 'zh-Hans'];
const CODES = Object.keys(CURRENCIES) as (keyof typeof CURRENCIES)[];
const PRICES = [0, 0.07, 4.35, 8.5, 999.99, 1000, 1234.5, 123_456.78, 99_999_999.99];

const shown = (price: number, language: string, currency: string) =>
  formatMoney(price, moneyPattern(language, currency)).replace(/[\u00a0\u202f]/g, ' ');

describe('a price', () => {
  it('is written in US dollars and English where nothing else is set [S9.2]', () => {
    expect([0, 4.5, 12, 1234.5].map((price) => formatMoney(price, undefined))).toEqual([
      '$0.00',
      '$4.50',
      '$12.00',
      '$1,234.50',
    ]);
    expect(moneyPattern('en', 'USD')).toEqual(US_DOLLARS);
    expect(sentPattern()).toBeUndefined();
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    for (const price of PRICES) expect(formatMoney(price, undefined)).toBe(dollars.format(price));
    // @ts-expect-error A restaurant's currency can't be forgotten.
    expect(formatMoney(1)).toBe('$1.00');
  });

  it.each([
    ['pl', 'PLN', 1234.5, '1 234,50 zł'],
    ['ja', 'JPY', 1200, '￥1,200'],
    ['en', 'JPY', 12.5, '¥13'],
    ['en', 'INR', 12_345_678.9, '₹1,23,45,678.90'],
    ['de', 'CHF', 1234.5, "CHF 1'234.50"],
    ['en', 'CAD', 8.5, '$8.50'],
    ['en', 'KWD', 1.25, 'KWD 1.250'],
    ['en', 'TND', 12.5, 'TND 12.500'],
    ['fr', 'XOF', 2500, '2 500 F CFA'],
    ['ar', 'AED', 1234.5, '1,234.50 د.إ.\u200f'],
  ])('in %s and %s: %d is %j', (language, currency, price, text) => {
    expect(shown(price, language, currency)).toBe(text);
  });

  it('is rounded for guests in a currency without decimals, and marked as such', () => {
    expect([0, 0.49, 0.5, 2.5, 13.99].map((price) => amountOf(price, 0))).toEqual(['0', '0', '1', '3', '14']);
    expect([12, 12.5].map((price) => isRounded(price, 0))).toEqual([false, true]);
    expect(isRounded(12.5, 2)).toBe(false);
  });
});

describe.each(LANGUAGES)('a price in %s', (language) => {
  const isMark = /[\u061c\u200e\u200f]/g;
  const plain = (text: string) => text.replace(isMark, '');

  it('is written as by Intl in every currency, without direction marks', () => {
    for (const currency of CODES) {
      const { digits } = moneyPattern(language, currency);
      const intl = new Intl.NumberFormat(`${language}-${countryOf(currency)}`, {
        style: 'currency',
        currency,
        currencyDisplay: language === 'ar' ? 'symbol' : 'narrowSymbol',
        numberingSystem: 'latn',
        useGrouping: 'always',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      for (const price of PRICES) {
        const text = formatMoney(price, moneyPattern(language, currency));
        const expected = intl.format(digits === 0 ? Math.round(price) : price);
        expect([currency, plain(text)]).toEqual([currency, plain(expected)]);
      }
    }
  });

  it('has a sign in every currency, and no character that would reorder its parts', () => {
    for (const currency of CODES) {
      const { before, after, decimal } = moneyPattern(language, currency);
      expect([currency, (before + after).trim()]).not.toEqual([currency, '']);
      expect(decimal).toMatch(currency === 'CVE' ? /^[.,$]$/ : /^[.,]$/);
      const marks = (before + after).match(isMark) ?? [];
      const ofBefore = /\p{sc=Arabic}/u.test(before) ? ['\u200e'] : [];
      const ofAfter = /\p{sc=Arabic}/u.test(after) ? ['\u200f'] : [];
      expect([currency, marks]).toEqual([currency, [...ofBefore, ...ofAfter]]);
    }
  });
});

describe('a pattern', () => {
  it('is English for an unknown language, and has two decimals for a newer currency', () => {
    expect(moneyPattern('not a tag', 'EUR')).toEqual(moneyPattern('en', 'EUR'));
    expect(moneyPattern('en', 'XTS').digits).toBe(2);
  });

  it('of a region is that of the region', () => {
    expect(shown(1234.5, 'de-AT', 'EUR')).toBe('€ 1.234,50');
    expect(shown(1234.5, 'de', 'EUR')).toBe('1.234,50 €');
  });
});

it('every currency has a country, or is the euro', () => {
  const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(CODES.filter((code) => countries.of(countryOf(code)) === undefined)).toEqual([]);
});

it('every currency is one that Intl knows, with its decimals or those that menus show', () => {
  const shownOtherwise = ['PKR', 'RSD', 'TWD'];
  const digitsOf = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  const known = new Set(Intl.supportedValuesOf('currency'));
  for (const code of CODES) {
    expect([code, known.has(code)]).toEqual([code, true]);
    if (!shownOtherwise.includes(code)) expect([code, CURRENCIES[code]]).toEqual([code, digitsOf(code)]);
  }
  expect(CODES.length).toBeGreaterThan(150);
});
