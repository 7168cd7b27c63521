import { CURRENCIES } from '@tavola/contracts/rules/currencies.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { describe, expect, it } from 'vitest';
import { ownMoney } from '../../lib/money/own-money.ts';
import { readPrice } from '../../lib/money/read-price.ts';
import { readQuickAdd } from './quick-add.ts';

const DOLLARS = ownMoney({});

describe('A line of quick add', () => {
  it.each([
    ['Burrata 14.50', 'Burrata', 14.5],
    ['  Burrata   14,50  ', 'Burrata', 14.5],
    ['Burrata 14', 'Burrata', 14],
    ['Burrata 14,5', 'Burrata', 14.5],
    ['Burrata $14.50', 'Burrata', 14.5],
    ['Burrata $ 14.50', 'Burrata', 14.5],
    ['Bread 10000', 'Bread', 10_000],
    ['Caviar 12500.00', 'Caviar', 12_500],
    ['Burrata – 14.50', 'Burrata', 14.5],
    ['Burrata: 14.50', 'Burrata', 14.5],
    ['Burrata .... 14.50', 'Burrata', 14.5],
    ['7 Up 3.50', '7 Up', 3.5],
    ['Pizza 4 Stagioni 12', 'Pizza 4 Stagioni', 12],
    ['Coca-Cola 0,33 l 3,20', 'Coca-Cola 0,33 l', 3.2],
    ['Menu no. 5 25', 'Menu no. 5', 25],
    ['天ぷら 9', '天ぷら', 9],
    ['Caviar 1,250', 'Caviar', 1250],
    ['Caviar 1.250,00', 'Caviar', 1250],
    ['Bread 0,500', 'Bread', 0.5],
    ['Bread 0', 'Bread', 0],
  ])('%j is a dish', (line, name, price) => {
    expect(readQuickAdd(line, DOLLARS)).toEqual({ name, price });
  });

  it.each([
    ['Clam chowder cup 7 / bowl 11', 'Clam chowder', ['cup', 7], ['bowl', 11]],
    ['Riesling 0.2 l $4.80 / 0.75 l $22', 'Riesling', ['0.2 l', 4.8], ['0.75 l', 22]],
    ['Pizza S 8 / M 10 / L 12', 'Pizza', ['S', 8], ['M', 10], ['L', 12]],
  ] as const)('%j is a dish with sizes', (line, name, ...sizes) => {
    const variants = sizes.map(([size, price]) => ({ name: size, price }));
    expect(readQuickAdd(line, DOLLARS)).toEqual({ name, price: sizes[0]?.[1], variants });
  });

  it.each(['Clam chowder 7 / 11', 'Clam chowder 7/11'])('%j proposes names for the sizes, which are asked', (line) => {
    const { instead = '' } = readQuickAdd(line, DOLLARS) as { instead?: string };
    expect(instead).toBe('Clam chowder Small 7 / Large 11');
    expect(readQuickAdd(instead, DOLLARS)).toMatchObject({ name: 'Clam chowder', variants: [{ name: 'Small' }, {}] });
    // Three sizes without a stroke would be one dish of the last price.
    expect(readQuickAdd('Latte small 3.50 medium 4 large 4.50', DOLLARS)).toMatchObject({
      instead: 'Latte small 3.50 / medium 4 / large 4.50',
    });
    // Nor is the last price that of all sizes.
    expect(readQuickAdd('Lachsfilet (200g / 300g) 19.50 / 26.00', DOLLARS)).toMatchObject({
      instead: 'Lachsfilet 200g 19.50 / 300g 26.00',
    });
    expect(readQuickAdd('Beer 0.33 l 4.50', DOLLARS)).toEqual({ name: 'Beer 0.33 l', price: 4.5 });
  });

  it.each([
    ['Salt / pepper 3', { name: 'Salt / pepper', price: 3 }],
    ['1/2 chicken 9', { name: '1/2 chicken', price: 9 }],
    ['cup 7 / bowl 11', { error: 'Name the dish and each size, such as Clam chowder cup 7 / bowl 11.' }],
    ['Soup cup 7 / cup 11', { error: 'Sizes need different names.' }],
  ])('%j is %j', (line, read) => {
    expect(readQuickAdd(line, DOLLARS)).toEqual(read);
  });

  it.each([
    ['   ', 'Type a name and a price, such as Burrata 14.50.'],
    ['Burrata', 'End with a price, such as Burrata 14.50.'],
    ['Burrata14', 'End with a price, such as Burrata 14.50.'],
    ['Burrata -3', 'End with a price, such as Burrata 14.50.'],
    ['Burrata 14.50 large', 'End with a price, such as Burrata 14.50.'],
    ['14.50', 'Start with a name, such as Burrata 14.50.'],
    ['$14.50', 'Start with a name, such as Burrata 14.50.'],
    ['Burrata 1.2.3', '“1.2.3” is not a price. Type it as 14.50 or 14,50.'],
    ['Burrata 14.', '“14.” is not a price. Type it as 14.50 or 14,50.'],
    ['Burrata 1.005', 'Price can have at most two decimals.'],
    ['Burrata 14,50 €', 'Your prices are in USD. Type this one without €.'],
    ['Burrata € 14.50', 'Your prices are in USD. Type this one without €.'],
    ['Fondue CHF 28', 'Your prices are in USD. Type this one without CHF.'],
    ['Bread, salt 1234567', "1234567 is a lot for one dish. If it's the price, type 1234567.00."],
    ['Burrata 100000000', 'Price can be at most 99,999,999.99.'],
    [`${'x'.repeat(151)} 3`, 'Name can be at most 150 characters long.'],
  ])('%j is refused', (line, error) => {
    expect(readQuickAdd(line, DOLLARS)).toEqual({ error });
  });
});

describe('A line in another currency', () => {
  const read = (line: string, currency: string) => readQuickAdd(line, ownMoney({ currency }));

  it.each([
    ['Pierogi 24,50 zł', 'PLN', 'Pierogi', 24.5],
    ['Pierogi 24.50 PLN', 'PLN', 'Pierogi', 24.5],
    ['Tatar 1.250,00 zł', 'PLN', 'Tatar', 1250],
    ['Fondue CHF 28', 'CHF', 'Fondue', 28],
    ["Fondue 1'028.50", 'CHF', 'Fondue', 1028.5],
    ['Köttbullar 145 kr', 'SEK', 'Köttbullar', 145],
    ['Ceviche PEN 42', 'PEN', 'Ceviche', 42],
    ['Thali ₹1,20,000', 'INR', 'Thali', 120_000],
    ['Ramen ¥1,200', 'JPY', 'Ramen', 1200],
    ['Ramen ￥1200', 'JPY', 'Ramen', 1200],
    ['Poutine $14.50', 'CAD', 'Poutine', 14.5],
    ['Milanesa 12500', 'ARS', 'Milanesa', 12_500],
    ['Nasi 25000', 'IDR', 'Nasi', 25_000],
    ['Nasi goreng 25.000', 'IDR', 'Nasi goreng', 25_000],
    ['Bibimbap 9.500 ₩', 'KRW', 'Bibimbap', 9500],
    ['Menu BLT 12', 'PLN', 'Menu BLT', 12],
  ])('%j in %s is a dish', (line, currency, name, price) => {
    expect(read(line, currency)).toEqual({ name, price });
  });

  it('asks where the menu and the browser read its mark differently', () => {
    expect(read('Tatar 1.250 zł', 'PLN')).toEqual({ error: '“1.250” can be read two ways. Type 1250 or 1,25.' });
  });

  it('without decimals refuses some, and shows how to type a price', () => {
    expect(read('Ramen 12.50', 'JPY')).toEqual({ error: 'Prices in JPY have no decimals.' });
    expect(read('Ramen', 'JPY')).toEqual({ error: 'End with a price, such as Burrata 1450.' });
    expect(readPrice('1.2.3', ownMoney({ currency: 'JPY' }))).toEqual({
      error: '“1.2.3” is not a price. Type it as 1450.',
    });
  });

  it('reads back what it shows', () => {
    for (const currency of Object.keys(CURRENCIES)) {
      const money = ownMoney({ currency });
      for (const price of [8, 1200, 1_234_567]) {
        expect([currency, readPrice(formatMoney(price, money), money)]).toEqual([currency, { price }]);
      }
    }
  });
});

describe('A price', () => {
  it.each([
    ['', { error: 'Price is required.' }],
    ['-1', { error: "Price can't be negative." }],
    ['cheap', { error: '“cheap” is not a price. Type it as 14.50 or 14,50.' }],
    [' $12,5 ', { price: 12.5 }],
  ])('%j', (text, read) => {
    expect(readPrice(text, DOLLARS)).toEqual(read);
  });
});
