import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WholeMenu } from '../../../lib/menu-table/columns.ts';
import { EMPTY_MENU } from '../../../test/empty-menu.ts';
import { aCategory, anItem } from '../../../test/samples.ts';
import { decodeText } from '../files/decode-text.ts';
import { type Answers, planTable } from './plan-table.ts';
import { readTable } from './read-table.ts';
import type { ReadTable } from './table-of.ts';

// Files as owners bring them. Whatever is not read as a person would read it is asked: nothing wrong is added unasked.

const EUROS = { currency: 'EUR', digits: 2 } as const;

/** Of each file's restaurant: in another currency, whole prices might be cents. */
function moneyOf(name: string) {
  if (name.startsWith('japanese')) return { currency: 'JPY', digits: 0 } as const;
  return name.startsWith('windows-1251') ? ({ currency: 'RUB', digits: 2 } as const) : EUROS;
}

const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url)));
async function tableOf(name: string, languages?: readonly string[]): Promise<ReadTable> {
  const read = await readTable(bytesOf(name), name, { languages });
  if ('text' in read) throw new Error('This is no table.');
  return read;
}

/** What is added unasked, as 'Category | Name | Description | Price', and what is held back, with the reason. */
async function reading(name: string, answers?: Answers, menu: WholeMenu = EMPTY_MENU) {
  const { rows, open, currency, encoding } = planTable(await tableOf(name), menu, moneyOf(name), answers);
  const added = rows
    .filter(({ action }) => action === 'add')
    .map(({ category, changes }) => {
      const said = (field: string) => changes.find(({ column }) => column.field === field && !column.lang)?.value;
      const isOut = said('isAvailable') === false ? ' (out of stock)' : '';
      const sizes = said('variants') as { name: string; price: number }[] | undefined;
      const inWords = sizes?.map((size) => `${size.name} ${size.price}`).join(', ');
      return (
        [category.name, said('name'), said('description') ?? '', said('price'), ...(inWords ? [inWords] : [])].join(
          ' | ',
        ) + isOut
      );
    });
  const held = rows
    .filter(({ action }) => action !== 'add')
    .map(({ name: dish, problems }) => [dish, ...problems.map(({ message }) => message)].join(': '));
  return { added, held, open, currency: currency?.sign, encoding: encoding?.encoding };
}

const ALL_READ = { held: [], open: [], currency: undefined, encoding: undefined };
const NO_PRICE = (text: string) => `“${text}” isn't a price.`;

describe('A table of another product or person', () => {
  it.each([
    ['cost-column-before-price-column.csv', ['Beer | Pilsner |  | 4.8']],
    ['purchase-cost-and-selling-price.csv', ['Beer | Pilsner 0.5 l |  | 4.8', 'Beer | Wheat beer 0.5 l |  | 5.2']],
    ['odoo-products-sales-price-and-cost.csv', ['Pizza | Margherita |  | 9.5', 'Pizza | Diavola |  | 11']],
    [
      'loyverse-export-cost-before-price-of-store.csv',
      ['Coffee | Flat white |  | 3.8', 'Cakes | Carrot cake | Walnuts and cream cheese | 4.9 (out of stock)'],
    ],
    ['net-and-gross-price.csv', ['Pizza | Margherita |  | 9.5']],
    [
      'polish-headings.csv',
      ['Zupy | Żurek | z jajkiem i kiełbasą | 18', 'Dania główne | Pierogi ruskie | 10 sztuk | 26.5'],
    ],
    ['dutch-headings.csv', ['Lunch | Uitsmijter ham | drie eieren | 11.5', 'Diner | Saté van kip | met friet | 18.75']],
    ['japanese-headings.csv', ['丼 | 親子丼 | 鶏肉と卵 | 850', '麺 | きつねうどん | 油揚げ | 700']],
    ['arabic-headings.csv', ['مقبلات | حمص | بزيت الزيتون | 18', 'مشاوي | شيش طاووق | مع الثوم | 42']],
    [
      'html-tags-and-entities.csv',
      ['Mains | Fish & chips | With mushy peas and tartare | 13.5', 'Desserts | Crème brûlée |  | 7.5'],
    ],
    [
      'lightspeed-retail-description-is-the-name.csv',
      ['Beer | Pilsner 0.5 l |  | 4.8', 'Beer | Wheat beer 0.5 l |  | 5.2'],
    ],
    ['heading-product-name-unit-price.csv', ['Starters | Olives |  | 4.5']],
    ['one-sheet-per-category.xlsx', ['Starters | Olives |  | 4.5', 'Mains | Steak |  | 24']],
    ['same-name-twice-in-a-category.csv', ['Wine | House red | 0.2 l | 4.8', 'Wine | House red | 0.5 l | 10.5']],
    [
      'prices-with-apostrophe-and-space-groups.csv',
      ['Wine | Magnum |  | 1250', 'Wine | Jeroboam |  | 2450', 'Wine | Glass |  | 9.5'],
    ],
    [
      'inch-marks-and-nicknames-in-quotes.csv',
      [
        'Pizza | 12" Margherita |  | 9.5',
        'Pizza | 12" Diavola |  | 11',
        'Pizza | Chef"s special |  | 12',
        'Pizza | Quattro formaggi |  | 12.5',
        'Dessert | Tiramisu |  | 6.5',
      ],
    ],
    ['japanese-furigana.xlsx', ['丼物 | 親子丼 |  | 850']],
  ])('%s is read as a person reads it', async (name, added) => {
    expect(await reading(name)).toEqual({ ...ALL_READ, added });
  });

  it('has IDs that count for nothing', async () => {
    const menu = {
      ...EMPTY_MENU,
      categories: [aCategory({ id: 1, name: 'Pasta' })],
      items: [
        anItem({ id: 1445, name: 'Carbonara', categoryId: 1 }),
        anItem({ id: 1446, name: 'Gricia', categoryId: 1 }),
      ],
    };
    const added = ['Drinks | Cola 0.33 l |  | 3.2', 'Drinks | Iced tea 0.3 l |  | 3.4'];
    expect(await reading('ids-of-another-system.csv', {}, menu)).toEqual({ ...ALL_READ, added });
  });

  it('leaves out what is archived, unpublished or hidden, and says so', async () => {
    expect(await reading('woocommerce-products-with-ids.csv')).toMatchObject({
      added: ['Drinks | Cola 0,33 l |  | 3.2', 'Mains | Fish & chips | With mushy peas | 13.5'],
      held: ['Old lunch set: It is not published, so it is left out.'],
      open: [],
    });
    const workbook = 'merged-hidden-dates-formulas.xlsx';
    expect((await tableOf(workbook)).hidden).toEqual({ rows: 1, columns: 0, sheets: [] });
    expect(await reading(workbook)).toMatchObject({
      added: [
        'Starters | Olives |  | 4.5',
        'Starters | Bread |  | 3',
        'Mains | Steak |  | 22.5',
        'Mains | Pizza |  | 9.5',
        'Mains | Gnocchi |  | 8.45',
      ],
      held: ['Fish: This row has no price.', `Pasta (Excel made 8.05 a date): ${NO_PRICE('2026-05-08T00:00')}`],
      open: [],
    });
  });

  it('with sizes is of dishes that have them, each with its price', async () => {
    const square = 'square-library-variations-and-variable-price.csv';
    expect(await reading(square)).toMatchObject({
      added: ['Coffee | Latte | Espresso with milk | 3.5 | Small 3.5, Large 4.25'],
      held: [`Catch of the day: ${NO_PRICE('variable')}`, 'Mulled wine: It is archived, so it is left out.'],
      open: [],
    });
    const dishes = async (name: string) => (await reading(name)).added;
    expect(await dishes('shopify-products-variant-price-and-cost-per-item.csv')).toEqual([
      'Drinks | Lemonade | Home-made & cold | 3.5 | Small 3.5, Large 5',
    ]);
    expect(await dishes('price-columns-price-small-price-large.csv')).toEqual([
      'Pizza | Margherita |  | 7.5 | Small 7.5, Large 9.5',
    ]);
    expect(await dishes('price-columns-small-large.csv')).toEqual([
      'Pizza | Margherita |  | 7.5 | Small 7.5, Large 9.5',
      'Pizza | Diavola |  | 8.5 | Small 8.5, Large 11',
    ]);
  });

  it('with sizes changes those that the menu has, and keeps the others', async () => {
    const variants = [
      { id: 31, name: 'Small', price: 3, isAvailable: false },
      { id: 32, name: 'Medium', price: 4, isAvailable: true },
    ];
    const menu = {
      ...EMPTY_MENU,
      categories: [aCategory({ id: 1, name: 'Coffee' })],
      items: [anItem({ id: 7, name: 'Latte', description: 'Espresso with milk', price: 3, variants })],
    };
    const { rows } = planTable(await tableOf('square-library-variations-and-variable-price.csv'), menu, EUROS);
    expect(rows[0]?.changes.map(({ value }) => value)).toEqual([
      [{ ...variants[0], price: 3.5 }, variants[1], { name: 'Large', price: 4.25, isAvailable: true }],
    ]);
  });

  it('with names in two languages asks which column has the names', async () => {
    const name = 'name-in-two-languages.csv';
    expect(await reading(name)).toMatchObject({ added: [], open: ['name'] });
    expect((await reading(name, { columns: { '1 Name (German)': 'name' } })).added).toEqual([
      'Suppen | Tomatensuppe |  | 5.9',
    ]);
  });

  it('with prices as owners write them reads what is one price, and asks for the others', async () => {
    const name = 'prices-as-owners-write-them.csv';
    expect(await reading(name)).toMatchObject({ added: [], currency: '£' });
    expect(await reading(name, { currencies: ['£'] })).toMatchObject({ added: [], currency: 'USD' });
    const { added, held } = await reading(name, { currencies: ['£', 'USD'] });
    expect(added).toEqual([
      'Wine | Grand cru |  | 1234.5',
      'Wine | House red |  | 12',
      'Wine | Half litre |  | 12',
      'Kids | Ice cream |  | 1.5',
      'Extra | Coffee |  | 2.5',
      'Extra | Set |  | 12',
      'Extra | Tax |  | 12.5',
    ]);
    expect(held.map((one) => one.split(':')[0])).toEqual([
      'Glass or bottle',
      'Catch of the day',
      'Lobster',
      'Oysters',
      'Sole',
      'Pasta',
      'Bread',
      'Butter',
      'Water',
      'Discount',
      'Combo',
    ]);
  });
});

describe('A file in an old encoding', () => {
  it.each([
    ['windows-1250-polish-known-headings.csv', 'pl', 'Zupy | Żurek z kiełbasą | śmietana i chrzan | 18'],
    ['windows-1251-russian-known-headings.csv', 'ru', 'Супы | Борщ со сметаной |  | 320'],
    ['windows-1254-turkish-known-headings.csv', 'tr', 'Çorbalar | Işkembe çorbası | sarımsaklı | 95'],
  ])('%s is decoded, and is a guess unless the restaurant has its language', async (name, language, dish) => {
    const { encoding = '', added } = await reading(name);
    expect([encoding, added]).toEqual([name.slice(0, 12), []]);
    expect((await reading(name, { encoding })).added[0]).toBe(dish);
    expect((await tableOf(name)).encoding?.lines[0]).toContain(dish.split(' | ')[1]);
    const own = await tableOf(name, [language]);
    expect(own.encoding).toBeUndefined();
  });

  it.each([
    ['windows-1250-polish-menu.txt', 'Żurek z kiełbasą 18,00'],
    ['windows-1251-russian-menu.txt', 'Борщ со сметаной 320'],
  ])('%s is decoded, and shows lines by which to judge', (name, line) => {
    const { text, guess } = decodeText(bytesOf(name));
    expect(text).toContain(line);
    expect(guess?.lines).toContain(line);
  });

  it('is read in UTF-16 without a mark, and in that of an old Mac', () => {
    const text = 'Name,Price\nCrème brûlée,7';
    const wide = Uint8Array.from(Buffer.from(text, 'utf16le'));
    expect(decodeText(wide).text).toBe(text);
    expect(decodeText(Uint8Array.from(Buffer.from(wide).swap16())).text).toBe(text);
    const mac = Uint8Array.from(text, (char) => new Map(Object.entries(MAC)).get(char) ?? char.charCodeAt(0));
    expect(decodeText(mac, { languages: ['fr'] }).text).toBe(text);
  });

  it('is read as the owner says', () => {
    const { text, guess } = decodeText(bytesOf('windows-1250-polish-menu.txt'), { encoding: 'windows-1252' });
    expect(text).toContain('¯urek');
    expect(guess?.encoding).toBe('windows-1252');
  });
});

const MAC = { è: 0x8f, é: 0x8e, û: 0x9e };
