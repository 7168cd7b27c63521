import { describe, expect, it } from 'vitest';
import { readMenu, readMenuCsv } from './read-csv.ts';

const soup = { line: 1, name: 'Soup', description: 'of the day', price: 8.5 };

describe('A table of dishes', () => {
  it.each([
    ['commas', 'Category,Name,Description,Price\nStarters,Soup,of the day,8.50'],
    ['semicolons', 'Kategorie;Gericht;Beschreibung;Preis\nStarters;Soup;of the day;8,50'],
    ['tabs', 'Catégorie\tPlat\tDescription\tPrix\nStarters\tSoup\tof the day\t8,50 €'],
    ['a byte-order mark and CRLF', '\ufeffcategoria,piatto,descrizione,prezzo\r\nStarters,Soup,of the day,€ 8.50\r\n'],
    ['columns in another order', 'precio;plato;sección;descripción\n8,50;Soup;Starters;of the day'],
    ['a unit in the header', 'Section,Item,Description,Price (USD)\nStarters,Soup,of the day,$8.50'],
  ])('with %s', (_, table) => {
    expect(readMenuCsv(table)).toEqual({
      sections: [{ name: 'Starters', line: 1, description: null, dishes: [soup] }],
      rest: [],
    });
  });

  it("is read with Excel's separator, line breaks in quotes, and the lines of the source", () => {
    const menu = readMenuCsv(
      'sep=;\r\nName;Price;Description\r\n"Soup\r\nof the day";8,5;"hot; ""very"""\r\nSteak;24;\r\n',
    );
    expect(menu?.sections[0]?.dishes).toEqual([
      { line: 2, name: 'Soup of the day', description: 'hot; "very"', price: 8.5 },
      { line: 4, name: 'Steak', description: null, price: 24 },
    ]);
  });

  it('names a quote that does not end', () => {
    const menu = readMenuCsv('Name,Price\nSoup,8\n"Steak,24\nFish,30');
    expect(menu?.openQuote).toBe(2);
    expect(menu?.sections[0]?.dishes[0]?.name).toBe('Soup');
  });

  it('puts dishes of a section together, and asks about a price that fits two ways', () => {
    const menu = readMenuCsv('Section,Name,Price\nA,One,"1,234"\nB,Two,market\nA,Three,\n,,no dish\n');
    expect(menu).toEqual({
      sections: [
        {
          name: 'A',
          line: 1,
          description: null,
          dishes: [
            { line: 1, name: 'One', description: null, price: null, choices: [1.23, 1234] },
            { line: 3, name: 'Three', description: null, price: null },
          ],
        },
        {
          name: 'B',
          line: 2,
          description: null,
          dishes: [{ line: 2, name: 'Two', description: 'market', price: null }],
        },
      ],
      rest: [{ line: 4, text: 'no dish' }],
    });
  });

  it('takes off the apostrophe that keeps a spreadsheet from running a cell', () => {
    expect(readMenuCsv("Name,Price\n'=1+1,2")?.sections[0]?.dishes[0]?.name).toBe('=1+1');
  });

  it.each(['', 'Burrata 14.50', 'Soup, of the day, 8', 'Name\nSoup', 'Price,Quantity\n1,2'])('is not %j', (text) => {
    expect(readMenuCsv(text)).toBeNull();
  });

  it('is told from text', () => {
    expect(readMenu('Name;Price\nSoup;8').sections[0]?.dishes[0]?.name).toBe('Soup');
    expect(readMenu('Soup 8').sections[0]?.dishes[0]).toEqual({ line: 0, name: 'Soup', description: null, price: 8 });
  });
});
