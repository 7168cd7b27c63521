import { describe, expect, it } from 'vitest';
import { readPrice, readQuickAdd } from './quick-add.ts';

describe('A line of quick add', () => {
  it.each([
    ['Burrata 14.50', 'Burrata', 14.5],
    ['  Burrata   14,50  ', 'Burrata', 14.5],
    ['Burrata 14', 'Burrata', 14],
    ['Burrata 14,5', 'Burrata', 14.5],
    ['Burrata $14.50', 'Burrata', 14.5],
    ['Burrata $ 14.50', 'Burrata', 14.5],
    ['Burrata 14,50 €', 'Burrata', 14.5],
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
    ['Bread 0', 'Bread', 0],
  ])('%j is a dish', (line, name, price) => {
    expect(readQuickAdd(line)).toEqual({ name, price });
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
    ['Burrata 100000000', 'Price can be at most 99,999,999.99.'],
    [`${'x'.repeat(151)} 3`, 'Name can be at most 150 characters long.'],
  ])('%j is refused', (line, error) => {
    expect(readQuickAdd(line)).toEqual({ error });
  });
});

describe('A price', () => {
  it.each([
    ['', { error: 'Price is required.' }],
    ['-1', { error: "Price can't be negative." }],
    ['cheap', { error: '“cheap” is not a price. Type it as 14.50 or 14,50.' }],
    [' $12,5 ', { price: 12.5 }],
  ])('%j', (text, read) => {
    expect(readPrice(text)).toEqual(read);
  });
});
