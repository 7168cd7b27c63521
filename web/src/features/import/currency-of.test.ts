import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otherCurrency, otherCurrencyInHeading } from './currency-of.ts';

describe('Another currency than the restaurant has', () => {
  it.each([
    ['Hummus 32 ₪', '₪'],
    ['Feijoada R$ 42,90', 'R$'],
    ['Svíčková 189 Kč', 'Kč'],
    ['Köttbullar 145:-', ':-'],
    ['Shawarma AED 18', 'AED'],
    ['Pad Thai ฿120', '฿'],
    ['Pho 65.000 ₫', '₫'],
    ['Żurek 18,00 zł', 'zł'],
    ['Burger 12 €', '€'],
    ['Kebap 340,00 TRY', 'TRY'],
    ['Rösti 24.50 CHF', 'CHF'],
    ['Curry Rs. 250', 'Rs'],
    ['Tacos MX$120', 'MX$'],
    ['Rösti Fr. 24.50', 'Fr.'],
    ['Nasi Goreng Rp 35.000', 'Rp'],
    ['Борщ 320 р.', 'р.'],
    ['كباب 2.500 د.ك', 'د.ك'],
  ])('is that of %s', (line, sign) => {
    expect(otherCurrency(line, 'USD')?.sign).toBe(sign);
  });

  it.each([
    'Burger $12',
    'TRY 5 OYSTERS 12.00',
    'ALL 12',
    'CUP 4.50 BOWL 6.50',
    '30 ft table 12',
    'Steak 300 gr 24',
    'USD 12.00',
    'Mo–Fr. 11:30–14:00',
    'Fr. 14.3. Backfisch',
    'Mo-Fr. 11 Uhr',
  ])('is not that of %s', (line) => {
    const found = otherCurrency(line, 'USD')?.sign;
    expect(line.startsWith('30 ft') ? undefined : found).toBeUndefined();
  });

  it('is one that its sign can not mean', () => {
    for (const [own, sign] of [
      ['CAD', undefined],
      ['SEK', '$'],
      ['EUR', '$'],
    ] as const) {
      expect(otherCurrency('Burger $12', own)?.sign).toBe(sign);
    }
    expect(otherCurrency('Sill 145 kr', 'DKK')).toBeUndefined();
    expect(otherCurrency('Burger 12 €', undefined)).toBeUndefined();
  });

  it('may stand in a heading', () => {
    expect(otherCurrencyInHeading('Price (zł)', 'USD')?.sign).toBe('zł');
    expect(otherCurrencyInHeading('Preis in CHF', 'USD')?.sign).toBe('CHF');
    expect(otherCurrencyInHeading('€', 'USD')?.sign).toBe('€');
    expect(otherCurrencyInHeading('Price (USD)', 'USD')).toBeUndefined();
    expect(otherCurrencyInHeading('Category', 'USD')).toBeUndefined();
  });

  it.each(['prices-in-zloty.txt', 'prices-in-other-currencies.txt'])('is found in %s', (name) => {
    const text = readFileSync(new URL(`fixtures/cases/${name}`, import.meta.url), 'utf8');
    expect(otherCurrency(text, 'USD')).toBeDefined();
  });
});
