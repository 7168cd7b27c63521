import { describe, expect, it } from 'vitest';
import { type PriceStyle, priceStyleOf, readPrices } from './read-price.ts';

const UNKNOWN: PriceStyle = { groups: { ',': null, '.': null }, isLarge: false };
const pricesOf = (line: string, style = UNKNOWN) =>
  readPrices(line, style).map(({ price, choices }) => choices ?? price);

describe('A price', () => {
  it.each([
    ['8,50', 8.5],
    ['8.50', 8.5],
    ['€ 8.-', 8],
    ['CHF 8.–', 8],
    ['8,-', 8],
    ['8€50', 8.5],
    ['$12', 12],
    ['12 USD', 12],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ["CHF 1'250.00", 1250],
    ['٨٫٥٠', 8.5],
    ['۸٫۵۰', 8.5],
    ['¥1,200', 1200],
    ['１２００円', 1200],
    ['1 200 kr', 1200],
    ['1 200,50 zł', 1200.5],
    ['8½', 8.5],
    ['₩12,000', 12_000],
    ['A$14', 14],
    ['醤油ラーメン900円', 900],
    ['Cheese .50', 0.5],
    ['Bacon $.75', 0.75],
    ['Käse –,50', 0.5],
    ['Wings 75¢ each', 0.75],
    ['Sweets 50P', 0.5],
    ['Sushi 24p 36', 36],
    ['Steak 1.249,-', 1249],
    ['Pörkölt 3.990,- Ft', 3990],
    ['Thali 1,250/-', 1250],
    ['Ugali 450/=', 450],
    ['Entrecôte 1 245:-', 1245],
    ['Dal 180 /-', 180],
    ['Nasi goreng Rp45.000', 45_000],
    ['Phở 85.000đ', 85_000],
    ['Laksa RM12', 12],
    ['Bobotie R85', 85],
  ])('%s', (line, price) => {
    expect(pricesOf(line)).toEqual([price]);
  });

  it.each([
    '0,2 l',
    '28 cm',
    '28/33 cm',
    '7-Up',
    'since 1984',
    'Barolo 2015',
    'Tel. 06 123456',
    '(A, C, G)',
    '1,3,7',
    '12:00–15:00',
    '11.30-14.00',
    '12.05.2024',
    '24/12/2024',
    'No. 12',
    '12. Pizza',
    '12.5 %',
    'for 2',
    '+ 2,00',
    'Omega-3',
    'B12',
    '1/2',
    '餃子5個',
    'Hauptstr., 80331 München',
    'Breakfast (served until 11.30)',
  ])('is none in %s', (line) => {
    expect(pricesOf(line)).toEqual([]);
  });

  it('leaves words alone that are codes of currencies, too', () => {
    expect(readPrices('Coffee cup 4', UNKNOWN).map(({ start }) => start)).toEqual([11]);
    expect(readPrices('COFFEE CUP 4.50', UNKNOWN).map(({ start }) => start)).toEqual([11]);
    expect(readPrices('Plov 45000 UZS', UNKNOWN).map(({ end }) => end)).toEqual([14]);
  });

  it('in thousands of a currency without coins may end in k', () => {
    expect(pricesOf('Kopi 25k', priceStyleOf([], 0))).toEqual([25_000]);
    expect(pricesOf('Schnitzel 12K')).toEqual([]);
  });

  it('may have three decimals in a currency that has them', () => {
    const dinars = priceStyleOf([], 3);
    expect(['1.250', '0,750', 'KWD 2.5', '12.500 KWD'].map((line) => pricesOf(line, dinars))).toEqual([
      [1.25],
      [0.75],
      [2.5],
      [12.5],
    ]);
  });

  it('is a question where it fits two ways, and none where the rest of the text answers it', () => {
    expect(pricesOf('1,234')).toEqual([[1.23, 1234]]);
    expect(pricesOf('1.234')).toEqual([[1.23, 1234]]);
    expect(pricesOf('Caviar 1 245,00')).toEqual([[245, 1245]]);
    expect(pricesOf('Macallan 12 245 kr')).toEqual([[245, 12_245]]);
    expect(pricesOf('12 245 kr')).toEqual([12_245]);
    expect(pricesOf('Marhapörkölt 12 900 Ft')).toEqual([12_900]);
    expect(pricesOf('Caviar 12 000 kr')).toEqual([12_000]);
    expect(pricesOf('Menu 1 145 Kč')).toEqual([1, 145]);
    expect(pricesOf('1,234', priceStyleOf(['Soup 8.50', 'Caviar 1,234']))).toEqual([1234]);
    expect(pricesOf('1.234', priceStyleOf(['Suppe 8,50', 'Kaviar 1.234']))).toEqual([1234]);
    expect(pricesOf('1,234', priceStyleOf(['Suppe 8,50', 'Kaviar 1,234']))).toEqual([[1.23, 1234]]);
    expect(pricesOf('1,200', priceStyleOf(['Ramen 850', 'Udon 900', 'Sushi 1,200']))).toEqual([1200]);
  });
});
