import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ownMoney } from './own-money.ts';
import { priceText, readPercent, readPrice } from './read-price.ts';

const languages = (...preferred: string[]) => {
  vi.stubGlobal('navigator', { language: preferred[0], languages: preferred });
  onTestFinished(() => void vi.unstubAllGlobals());
};
const DOLLARS = ownMoney({});
const EUROS = ownMoney({ currency: 'EUR', languages: { base: 'de', others: [] } });
const price = (text: string, money = DOLLARS) => {
  const read = readPrice(text, money);
  return 'price' in read ? read.price : read.error;
};

describe('A price that was typed', () => {
  it.each([
    ['12,50', 12.5],
    ['12.50', 12.5],
    ['12,5', 12.5],
    ['.50', 0.5],
    ['0,125 ', 'Price can have at most two decimals.'],
    ['$12.50', 12.5],
    ['12.50 USD', 12.5],
    ['\u00a012,50\u202f', 12.5],
    ['\u200e12.50', 12.5],
    ['8,-', 8],
    ['8.–', 8],
    ['1 250', 1250],
    ['1\u202f250,50', 1250.5],
    ["1'250.50", 1250.5],
    ['1,250.50', 1250.5],
    ['1.250,50', 1250.5],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1234,56', 1234.56],
    ['１２．５０', 12.5],
    ['١٢٫٥٠', 12.5],
  ])('%j is %j, with any mark, sign and blank', (text, read) => {
    languages('en-US', 'de');
    expect([text, price(text)]).toEqual([text, read]);
  });

  it.each([
    ['8,50 / 12,00', '“8,50 / 12,00” is more than one price. Type one.'],
    ['£8/£12', 'Your prices are in USD. Type this one without £.'],
    ['6–7', '“6–7” is more than one price. Type one.'],
    ['12,50 + 3,00', '“12,50 + 3,00” is more than one price. Type one.'],
    ['12 50', '“12 50” is not a price. Type it as 14.50 or 14,50.'],
    ['1,2,3', '“1,2,3” is not a price. Type it as 14.50 or 14,50.'],
    ['12.50x', '“12.50x” is not a price. Type it as 14.50 or 14,50.'],
    ['1e3', '“1e3” is not a price. Type it as 14.50 or 14,50.'],
    ['12,50 €', 'Your prices are in USD. Type this one without €.'],
    ['CHF 12', 'Your prices are in USD. Type this one without CHF.'],
    ['-2,00', "Price can't be negative."],
    ['1234,567', 'Price can have at most two decimals.'],
  ])('%j is refused in words: no digit is dropped', (text, error) => {
    languages('en-US', 'de');
    expect(price(text)).toBe(error);
  });

  it('of three digits behind one mark is a question, unless menu and browser agree about the mark', () => {
    languages('en-US', 'de-DE');
    expect(price('1,234')).toBe('“1,234” can be read two ways. Type 1234 or 1.23.');
    expect(price('1.234', EUROS)).toBe('“1.234” can be read two ways. Type 1234 or 1,23.');
    languages('en-US', 'en');
    expect(price('1,234')).toBe(1234);
    expect(price('1.234')).toBe('Price can have at most two decimals.');
    languages('de');
    expect(price('1.234', EUROS)).toBe(1234);
    expect(price('1,234')).toBe('“1,234” can be read two ways. Type 1234 or 1.23.');
  });

  it('is whole in a currency without decimals', () => {
    const yen = ownMoney({ currency: 'JPY' });
    languages('de');
    expect(['1,200', '1.200', '￥1200', '12.5'].map((text) => price(text, yen))).toEqual([
      1200,
      1200,
      1200,
      'Prices in JPY have no decimals.',
    ]);
  });

  it('may have three decimals in a currency that has them', () => {
    const dinars = ownMoney({ currency: 'KWD' });
    languages('en-US', 'de');
    expect(['1.250', '1.25', 'KWD 0.750', '1,250', '1.255'].map((text) => price(text, dinars))).toEqual([
      1.25,
      1.25,
      0.75,
      '“1,250” can be read two ways. Type 1250 or 1.250.',
      'Prices in KWD end in 0, as in 1.250.',
    ]);
    expect(priceText(1.25, dinars)).toBe('1.250');
  });

  it('reads back as it is written to edit', () => {
    for (const amount of [0, 8, 12.5, 1234.56]) expect(price(priceText(amount, EUROS), EUROS)).toBe(amount);
    expect(priceText(12.5, EUROS)).toBe('12,50');
  });

  it('has a dollar sign for its decimal mark in Cape Verde', () => {
    const escudos = ownMoney({ currency: 'CVE', languages: { base: 'pt', others: [] } });
    languages('pt-CV');
    expect(priceText(12.5, escudos)).toBe('12,50');
    expect(['12$50', '12,50', '1.250,00'].map((text) => price(text, escudos))).toEqual([12.5, 12.5, 1250]);
  });

  it('may be a very long text', () => {
    expect(price('1-'.repeat(50_000))).toContain('is more than one price');
    expect(price(' 1'.repeat(50_000))).toContain('is not a price');
  });
});

it.each([
  ['2,5', 2.5],
  ['2.5 %', 2.5],
  ['0,125', 0.125],
  ['4 - 5', undefined],
  ['four', undefined],
])('%j percent is %j', (text, amount) => {
  languages('en-US');
  const read = readPercent(text, DOLLARS);
  expect('amount' in read ? read.amount : undefined).toBe(amount);
});
