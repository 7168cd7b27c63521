import { describe, expect, it } from 'vitest';
import { EMPTY_MENU } from '../../../test/empty-menu.ts';
import { type Answers, planTable } from './plan-table.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import type { ReadTable } from './table-of.ts';

// What the columns and rows of tables are taken for: the kinds behind the cases.

function plan(text: string, answers?: Answers) {
  const money = { currency: 'EUR', digits: 2 } as const;
  const { rows, open, uses } = planTable(readCsv(text, { isFile: true }) as ReadTable, EMPTY_MENU, money, answers);
  const dishes = rows.map(({ action, category, name, changes, problems }) => {
    const price = changes.find(({ column }) => column.field === 'price')?.value;
    return [action, category.name, name, price, ...problems.map(({ message }) => message)].join(' | ');
  });
  return { dishes, open, uses: uses.map(({ use }) => use) };
}

describe('Headings', () => {
  it.each([
    ['item_name,unit_price,category_name,cost_price', ['name', 'price', 'categoryId', 'none']],
    ['itemName,sellingPrice,menuSection', ['name', 'price', 'categoryId']],
    ['Catégorie;Plat;Prix HT;Prix TTC', ['categoryId', 'name', 'none', 'price']],
    ['Warengruppe;Art.-Nr.;Bezeichnung;EK;VK', ['categoryId', 'none', 'name', 'none', 'price']],
    ['Kategori;Ürün Adı;Açıklama;Fiyat [TL]', ['categoryId', 'name', 'description', 'price']],
    ['Categoría;Plato;Descripción;Precio;Coste', ['categoryId', 'name', 'description', 'price', 'none']],
    ['Categoria;Prato;Descrição;Preço de venda;Custo', ['categoryId', 'name', 'description', 'price', 'none']],
    ['Categoria;Piatto;Ingredienti;Prezzo;Allergeni', ['categoryId', 'name', 'description', 'price', 'none']],
    ['Groep;Gerecht;Verkoopprijs (incl. btw);Inkoopprijs', ['categoryId', 'name', 'price', 'none']],
    ['分类,菜名,价格,成本', ['categoryId', 'name', 'price', 'none']],
    ['קטגוריה,שם המנה,תיאור,מחיר', ['categoryId', 'name', 'description', 'price']],
    ['Kategorie;Getränk;0,3 l;0,5 l', ['categoryId', 'name', 'price', 'price']],
    ['Name,Product,Price,Amount', ['name', 'none', 'price', 'none']],
    ['Category,Item,Amount', ['categoryId', 'name', undefined]],
    ['Name,Price,Selling price', ['name', undefined, undefined]],
    ['Name;Preis;Preis To Go', ['name', undefined, undefined]],
    ['Name;Price takeaway', ['name', undefined]],
    ['料理,価格,持ち帰り価格', ['name', undefined, undefined]],
    ['category,title,price,is_active,is_available', ['categoryId', 'name', 'price', 'published', 'isAvailable']],
    ['Категория;Название;Цена;Себестоимость;Скрыто', ['categoryId', 'name', 'price', 'none', 'archived']],
    ['Kategorie;Název;Cena;Skryto;Dostupné', ['categoryId', 'name', 'price', 'archived', 'isAvailable']],
  ])('%s are known, or asked', (headings, uses) => {
    const separator = headings.includes(';') ? ';' : ',';
    const row = headings.split(separator).map((_, index) => `${index + 1}`);
    expect(plan(`${headings}\n${row.join(separator)}\n`).uses).toEqual(uses);
  });

  it('of categories may have their path, of which the end counts; whether it is one is asked', () => {
    const paths = (mark: string) => `Category,Name,Price\nFood${mark}Mains,Steak,24\nFood${mark}Soups,Gazpacho,6`;
    const [mains, soups] = ['add | Mains | Steak | 24', 'add | Soups | Gazpacho | 6'];
    for (const mark of [' > ', '>', ' › ']) expect(plan(paths(mark)).dishes).toEqual([mains, soups]);
    for (const mark of ['/', ' / ', '|', ' : ', ': ']) {
      expect(plan(paths(mark))).toMatchObject({ open: ['categoryId'] });
      expect(plan(paths(mark), { columns: { '0 Category': 'path' } })).toMatchObject({
        open: [],
        dishes: [mains, soups],
      });
    }
    expect(plan(paths('/'), { columns: { '0 Category': 'categoryId' } }).dishes[0]).toBe(
      'add | Food/Mains | Steak | 24',
    );
  });

  it('of yes and no that are not known are asked about, unless they are of what a dish contains', () => {
    const body = '\nA,b,5,Y\nA,c,6,N';
    expect(plan(`Category,Name,Price,Website${body}`).open).toEqual(['isAvailable']);
    expect(plan(`Category,Name,Price,Website${body}`, { columns: { '3 Website': 'none' } }).open).toEqual([]);
    expect(plan(`Category,Name,Price,Vegetarian${body}`).open).toEqual([]);
    expect(plan('Category,Name,Price,Nuts,Milk,Eggs\nA,b,5,x,,x\nA,c,6,,x,').open).toEqual([]);
  });

  it('of prices that are the same in each row are one', () => {
    const loyverse = 'Handle,SKU,Name,Category,Sold by weight,Default price,Price [Bar]\nc,1,Cola,Drinks,N,3.2,';
    expect(plan(`${loyverse}3.2`).dishes).toEqual(['add | Drinks | Cola | 3.2']);
    expect(plan(`${loyverse}3.5`).open).toEqual(['price']);
  });

  it('are not needed: a file of rows with one separator is a table, whose columns are asked', () => {
    const text = 'Zupy;Żurek;z jajkiem;18,00\nDania;Pierogi;10 sztuk;26,50\n';
    expect(plan(text).open).toEqual(['name', 'price']);
    expect(readCsv(text)?.rows).toHaveLength(2);
    expect(plan('Zupy;Żurek;18,00\nZupy;Rosół;14,00').dishes).toHaveLength(2);
    expect(readCsv('Burrata, tomatoes, 9\nSteak, fries, 24')).toBeNull();
    expect(readCsv('STARTERS\nBurrata\t14.50\nOlives\t4.50')).toBeNull();
  });
});

describe('Rows', () => {
  it('with nothing but a text are the category of the dishes below; without any, dishes without a price', () => {
    expect(plan('Name,Price\nStarters,\nOlives,4\nMains,\nSteak,24\nFish,\n').dishes).toEqual([
      'add | Starters | Olives | 4',
      'add | Mains | Steak | 24',
      'skip | Mains | Fish |  | This row has no price.',
    ]);
  });

  it('with nothing but a text are asked about where they may be a dish without a price', () => {
    const text =
      'Name,Price\nMains,\nSteak,24\nCatch of the day,\nPasta,14\nDESSERTS,\nTiramisu,6\n\nWine list,\nMerlot,7';
    const held = 'It, or a row above, may be a category or a dish.';
    const [steak, ...others] = plan(text).dishes;
    expect([steak, ...others]).toEqual([
      'add | Mains | Steak | 24',
      `skip | Mains | Catch of the day |  | ${held}`,
      `skip | Mains | Pasta |  | ${held}`,
      'add | DESSERTS | Tiramisu | 6',
      'add | Wine list | Merlot | 7',
    ]);
    expect(plan(text, { headings: { 4: true } }).dishes).toEqual([
      steak,
      'add | Catch of the day | Pasta | 14',
      ...others.slice(2),
    ]);
    expect(plan(text, { headings: { 4: false } }).dishes).toEqual([
      steak,
      'skip | Mains | Catch of the day |  | This row has no price.',
      'add | Mains | Pasta | 14',
      ...others.slice(2),
    ]);
  });

  it('say in words of 13 languages whether a dish is available; an unknown word holds it back', () => {
    const words =
      'ja nein Ausverkauft Épuisé Agotado esgotado wyprzedane tükendi نفد אזל 売り切れ 售罄 vielleicht'.split(' ');
    const rows = words.map((word) => `A;${word};5;${word}`);
    const { rows: planned } = planTable(
      readCsv(`Kategorie;Name;Preis;Verfügbar\n${rows.join('\n')}`, { isFile: true }) as ReadTable,
      EMPTY_MENU,
      { currency: 'EUR', digits: 2 },
    );
    const said = planned.map(({ action, changes }) => [
      action,
      changes.find(({ column }) => column.field === 'isAvailable')?.value,
    ]);
    expect(said).toEqual([['add', true], ...words.slice(1, -1).map(() => ['add', false]), ['skip', undefined]]);
  });

  it.each([
    ['Categoría;Plato;Precio;Oculto', 'A;b;5;No\nA;c;6;Sí', ['b'], []],
    ['Category;Name;Price;Show on menu;Sellable', 'A;b;5;yes;yes\nA;c;6;yes;no\nA;d;6;no;yes', ['b'], []],
    ['Categoría;Plato;Precio;Visible;Agotado', 'A;b;5;Sí;No\nA;c;6;Sí;Sí\nA;d;6;No;No', ['b', 'c'], ['c']],
    ['Category;Name;Price;86', 'A;b;5;\nA;c;6;x', ['b', 'c'], ['c']],
    ['Kategorie;Name;Preis;ausverkauft', 'A;b;5;nein\nA;c;6;ausverkauft\nA;d;5;verfügbar', ['b', 'c', 'd'], ['c']],
    ['Category;Name;Price;Available;Sold out', 'A;b;5;yes;yes\nA;c;6;no;no\nA;d;7;yes;perhaps', ['b', 'c'], ['b', 'c']],
    ['Category;Name;Price;In stock', 'A;b;5;12\nA;c;6;0\nA;d;6;86', ['b', 'c'], ['c']],
    ['Category;Name;Size;Price;In stock', 'A;b;S;5;12\nA;b;L;6;perhaps', [], []],
  ])('are not for sale, or not now, where a column says so: %s', (headings, body, added, out) => {
    const table = readCsv(`${headings}\n${body}`, { isFile: true }) as ReadTable;
    const rows = planTable(table, EMPTY_MENU, { currency: 'EUR', digits: 2 }).rows.filter(
      ({ action }) => action === 'add',
    );
    const isOut = ({ changes }: (typeof rows)[number]) =>
      changes.some(({ column, value }) => column.field === 'isAvailable' && value === false);
    expect(rows.map(({ name }) => name)).toEqual(added);
    expect(rows.filter(isOut).map(({ name }) => name)).toEqual(out);
  });

  it('that are a total or a note are left out, and a price of 0, of a weight or on top is asked about', () => {
    expect(
      plan(
        'Category,Name,Price,Unit\nA,Soup,6\nA,Total,6\nA,Delivery fee,3\nA,Variable,0\nA,Bass,40,kg\nA,Steak (supplement),3',
      ).dishes,
    ).toEqual([
      'add | A | Soup | 6',
      'skip | A | Total |  | It may be a total or a note, so it is left out.',
      'skip | A | Delivery fee |  | It may be a total or a note, so it is left out.',
      'skip | A | Variable |  | The price is 0.',
      'skip | A | Bass |  | It may be the price of a weight.',
      'skip | A | Steak (supplement) |  | It may be paid on top of another price.',
    ]);
  });

  it('of what is chosen with a dish, or of a day, are left out', () => {
    const toast = 'Entity type,Name,Parent name,Pricing strategy,Price';
    expect(
      plan(
        `${toast}\nMenu item,Burger,Mains,BASE,12\nModifier group,Sauces,Burger,BASE,1\nMODIFIER,Ketchup,Sauces,BASE,2`,
      ).dishes,
    ).toEqual([
      'add | Mains | Burger | 12',
      'skip | Burger | Sauces |  | It says “Modifier group”, so it is left out.',
      'skip | Sauces | Ketchup |  | It says “MODIFIER”, so it is left out.',
    ]);
    expect(plan('Category,Name,Modifier,Price\nMains,Burger,Bacon,2\nMains,Burger,,12').dishes).toEqual([
      'skip | Mains | Burger |  | It is about what is chosen with a dish, “Bacon”, so it is left out.',
      'add | Mains | Burger | 12',
    ]);
    expect(plan('Category;Name;Price\nLunch;Montag;9,50').dishes).toEqual([
      'skip | Lunch | Montag |  | It may be a total or a note, so it is left out.',
    ]);
  });

  it('that may say that a dish is sold out are held back', () => {
    expect(plan('Category,Name,Price\nMains,Steak (sold out),24\nMains,Burger – OUT,12').dishes).toEqual([
      'skip | Mains | Steak (sold out) |  | It may be out of stock.',
      'skip | Mains | Burger – OUT |  | It may be out of stock.',
    ]);
  });

  it('with whole and high prices may have them in cents, which is asked', () => {
    const prices = (numbers: readonly number[], answers?: Answers, currency = 'USD') => {
      const dishes = numbers.map((price) => ({ category: 'A', name: `${price}`, price }));
      const table = readJson(JSON.stringify(dishes)) as ReadTable;
      return planTable(table, EMPTY_MENU, { currency, digits: 2 }, answers).rows.map(
        ({ changes, problems }) =>
          changes.find(({ column }) => column.field === 'price')?.value ?? problems.map(({ choices }) => choices),
      );
    };
    expect(prices([1250, 80, 995])).toEqual([[[12.5, 1250]], [[0.8, 80]], [[9.95, 995]]]);
    expect(prices([1250, 80, 995], { reading: 0 })).toEqual([12.5, 0.8, 9.95]);
    expect(prices([12, 9, 120])).toEqual([12, 9, 120]);
    expect(prices([145, 189], {}, 'SEK')).toEqual([145, 189]);
    expect(prices([14500, 18900], {}, 'SEK')[0]).toEqual([[145, 14500]]);
  });

  it('of sizes below the name of their dish are its sizes', () => {
    const sumUp =
      'Item name,Variations,Is variation visible? (Yes/No),Price,Category\nLatte,,,,Coffee\n,Small,Yes,3,\n,Large,Yes,4,\nStaff,,No,1,Coffee';
    expect(plan(sumUp).dishes).toEqual([
      'add | Coffee | Latte | 3',
      'skip | Coffee | Staff |  | It is not published, so it is left out.',
    ]);
    expect(plan('Category,Name,Size,Price\nCoffee,Latte,Small,3\nCoffee,,Large,4').dishes).toEqual([
      'add | Coffee | Latte | 3',
    ]);
  });

  it('name their currency in a column of its own, or have prices in cents, which is asked', () => {
    const money = { currency: 'EUR', digits: 2 } as const;
    const table = readCsv('Category,Name,Price,Currency\nA,b,5,USD', { isFile: true }) as ReadTable;
    expect(planTable(table, EMPTY_MENU, money).currency?.sign).toBe('USD');
    expect(plan('Category,Name,Price (pence)\nA,b,500').open).toEqual(['price']);
  });

  it('with more cells than columns, of several categories, or with letters that went wrong are held back', () => {
    expect(plan('Category,Name,Price\nPizza,Margherita,tomato,9.50\nPizza,Go³¹bki,8').dishes).toEqual([
      'skip | Pizza | Margherita |  | It has more cells than the table has columns, so it is left out.',
      'skip | Pizza | Go³¹bki |  | It has signs inside of words, as if its letters were read wrongly.',
    ]);
    const square =
      'Token,Item Name,Variation Name,Categories,Price\n,Latte,Regular,"Coffee, Drinks",3\n,Mocha,Regular,,3';
    expect(plan(square).dishes).toEqual([
      'skip |  | Latte | 3 | This row has no category.',
      'skip |  | Mocha | 3 | This row has no category.',
    ]);
  });

  it('may name the address of a picture', () => {
    const table = readCsv('Category,Name,Price,Image\nA,b,5,https://example.com/b.jpg', { isFile: true }) as ReadTable;
    const image = (own: ReadTable) =>
      planTable(own, EMPTY_MENU, { currency: 'EUR', digits: 2 }).rows[0]?.changes.find(
        ({ column }) => column.field === 'image',
      );
    expect(image(table)?.value).toBe('https://example.com/b.jpg');
    expect(image({ ...table, isOwn: true })).toBeUndefined();
  });
});
