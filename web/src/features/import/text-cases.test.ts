import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WholeMenu } from '../../lib/menu-table/columns.ts';
import { EMPTY_MENU } from '../../test/empty-menu.ts';
import { cleanLines } from './clean-lines.ts';
import { readMenuText } from './read-text.ts';
import { planTable } from './table/plan-table.ts';
import type { ReadTable } from './table/table-of.ts';
import { tableOfText } from './table/table-of-text.ts';

// The kinds of text that owners bring, with what a person reads in them. Prices that are asked for are `null`.

const textOf = (name: string) => readFileSync(new URL(`./fixtures/cases/${name}.txt`, import.meta.url), 'utf8');

/** What was read, as category, name, price or what it may be, and description. */
const shortly = (text: string) =>
  readMenuText(text).sections.flatMap(({ name, dishes }) =>
    dishes.map((dish) => [name, dish.name, dish.choices ?? dish.price, dish.description]),
  );
const leftOut = (text: string) => readMenuText(text).rest.map(({ text }) => text);

it.each([
  ['prices-in-zloty', [18, 14]],
  ['prices-in-other-currencies', [32, 42.9, 189, 145, 18, 120, 65_000]],
])('%s has the right numbers', (name, prices) => {
  expect(shortly(textOf(name)).map(([, , price]) => price)).toEqual(prices);
});

describe('A surcharge', () => {
  it('is never a price: each dish is asked for, and its words stay', () => {
    expect(shortly(textOf('supplement-is-taken-as-the-price'))).toEqual([
      ['PLATS', 'Foie gras maison', null, '(supplément 8 €)'],
      ['PLATS', 'Filet de bœuf', null, '(suppl. 6 €)'],
      ['MAINS', 'Sirloin steak', null, '(£6 supplement)'],
      ['MAINS', 'Rib of beef', null, 'supplement £9.00'],
      ['MAINS', 'Lobster thermidor', null, '(supp £12)'],
      ['HAUPTGERICHTE', 'Rinderfilet', null, '(Aufpreis 5 €)'],
      ['SECONDI', 'Tagliata di manzo', null, '(supplemento 4 €)'],
    ]);
  });

  it.each([
    ['Steak 24 (supplement fries 3)', 'Steak', 24, '(supplement fries 3)'],
    ['Steak 24,00 € (suppl. frites 3 €)', 'Steak', 24, '(suppl. frites 3 €)'],
    ['Schnitzel 14,50 (Aufpreis Pommes 2,50)', 'Schnitzel', 14.5, '(Aufpreis Pommes 2,50)'],
    ['Stek 240 kr, tillägg 30 kr', 'Stek', 240, 'tillägg 30 kr'],
  ])('beside a price leaves it alone: %s', (line, name, price, description) => {
    expect(shortly(`Soup 8.50\n${line}`)[1]).toEqual([null, name, price, description]);
  });
});

describe('A set menu', () => {
  it('with its price above is one dish, and its courses describe it', () => {
    expect(shortly(textOf('set-menu-in-french'))).toEqual([
      [
        null,
        'MENU DU JOUR',
        29,
        'Entrées · Velouté de potiron · Foie gras maison (supplément 8 €) · Plats · Dos de cabillaud · Filet de bœuf (suppl. 6 €) · Desserts · Tarte Tatin',
      ],
    ]);
  });

  it('with its price below is one dish, and what is priced beside it are others', () => {
    const text = textOf('set-menu-where-only-supplements-have-numbers');
    const [menu, ...others] = shortly(text);
    expect(menu?.slice(0, 3)).toEqual([null, 'Dinner menu', 42]);
    expect(menu?.[3]).toMatch(
      /^Starters · Roast beetroot .* \(\+ £6\.50\) · Mains .* · Cheese from the trolley \(\+ £5\.00\) · £42\.00 for three courses$/,
    );
    expect(others).toEqual([
      [null, 'Coffee', 3.5, null],
      [null, 'Mineral water', 3.5, null],
    ]);
    expect(leftOut(text)).toEqual(['Filtered water: complimentary']);
  });

  it('leaves the next category alone', () => {
    const text =
      'LUNCH\nLunch menu 19.50\nStarters\nSoup of the day\nMains\nRisotto (supplement 3)\n\nPASTA\nCarbonara 13\nLasagna 14';
    expect(shortly(text)).toEqual([
      ['LUNCH', 'Lunch menu', 19.5, 'Starters · Soup of the day · Mains · Risotto (supplement 3)'],
      ['PASTA', 'Carbonara', 13, null],
      ['PASTA', 'Lasagna', 14, null],
    ]);
  });

  it('is none where a category is called Menu', () => {
    expect(shortly('Kids menu 8\nPasta, ice cream\nDESSERTS\nTiramisu 6\nBrownie 5')).toEqual([
      [null, 'Kids menu', 8, 'Pasta, ice cream'],
      ['DESSERTS', 'Tiramisu', 6, null],
      ['DESSERTS', 'Brownie', 5, null],
    ]);
  });
});

describe('Two prices for numbers of pieces', () => {
  it.each([
    'STARTERS\nOysters on ice, mignonette 6 for 19 / 12 for 36\nSoup 8',
    'STARTERS\nOysters on ice, mignonette\n6 for 19 / 12 for 36\nSoup 8',
    'STARTERS\nOysters on ice, mignonette £19 for 6 / £36 for 12\nSoup 8',
  ])('are a question, and never a description of the category: %j', (text) => {
    const [oysters, soup] = shortly(text);
    expect(oysters?.slice(0, 3)).toEqual(['STARTERS', 'Oysters on ice, mignonette', [19, 36]]);
    expect(soup).toEqual(['STARTERS', 'Soup', 8, null]);
    expect(readMenuText(text).sections[0]?.description).toBeNull();
  });
});

describe('No dish is', () => {
  it.each([
    'Total 45.00',
    'Subtotal: 20,00 €',
    'Gesamtsumme 45,00 €',
    'Totale € 45,00',
    '12.05.2024',
    '24 November 2026',
    'November 24',
    'Friday 12 June 2026',
    'Lieferung ab 15 €',
    'Mindestbestellwert 20 €',
    'Minimum order 20 €',
    'Free delivery from $30',
    'Livraison à partir de 20 €',
    'Consegna a domicilio € 3,00',
    'Cards accepted from $10',
    'Kartenzahlung ab 10 €',
    'Corkage 25',
    'Corkage charge £15 per bottle',
    'Korkgeld 15 €',
    'Droit de bouchon 12 €',
    'BYO corkage £5 per bottle',
    'Take away box 0,50 €',
    'Opakowanie na wynos 2 zł',
    'Csomagolás 200 Ft',
    'Split plate charge $3',
    'Pakkausmaksu 0,50 €',
    'Taxa de entrega R$ 8,00',
    'رسوم التوصيل ١٠ درهم',
    'الحد الأدنى للطلب ٣٠ ريال',
    'お通し 300円',
    '外送費 50',
    'Κουβέρ 1,00 €',
    'Gutscheine ab 10 €',
    'Gift vouchers from £20',
    '10% discount on takeaway over £30',
    'MwSt 19% 2,32',
    'Trinkgeld 1,50',
    'Last orders 9.30',
    'Tisch 12',
    '- 1 of 2 -',
  ])('%s', (line) => {
    const text = `MAINS\nSoup 8.50\nSteak 24.00\n\n${line}`;
    expect(shortly(text).map(([, name]) => name)).toEqual(['Soup', 'Steak']);
    expect(leftOut(text)).toEqual([line]);
  });
});

describe('A price is asked about', () => {
  it.each([
    ['without taxes', '刺身 1,480円（税抜）', '刺身', [1480]],
    ['of several', '2 x Cola 0,33l 6,00', '2 x Cola 0,33l', [6]],
    ['of extras', 'Jede weitere Zutat 1,00', 'Jede weitere Zutat', [1]],
    ['with a gap', 'Curry 13 . 95', 'Curry', null],
    ['with a gap', 'Curry 13. 95 €', 'Curry', null],
    ['of extras', '+ smoked salmon 3', '+ smoked salmon', [3]],
    ['of extras', 'add bacon 3', 'add bacon', [3]],
    ['of extras', 'Egg whites add 1.50', 'Egg whites add', [1.5]],
    ['of extras', 'w/ bacon or ham 11.99', 'w/ bacon or ham', [11.99]],
    ['of a street', 'Via Roma 12', 'Via Roma', [12]],
    ['of a day', 'Montag 9,50', 'Montag', [9.5]],
    ['of days', 'Mondays & Tuesdays 12.00', 'Mondays & Tuesdays', [12]],
    ['of days', 'lunes a viernes 12,00', 'lunes a viernes', [12]],
    ['of what may be a time', 'Weine ab 17.30', 'Weine', [17.3]],
    ['without and with taxes', 'Pizza Salami   9,34   7%   9,99', 'Pizza Salami', [9.34, 9.99]],
    ['before a word', 'Ravioli 14 NEW!', 'Ravioli', [14]],
    [
      'beside what may describe the line above',
      'Margherita\nTomato, basil 8\nSalami\nTomato, ham 9',
      'Margherita',
      [8],
    ],
    ['between names', '\n6.50\nSoup\n8.90\nBread\n12.50\nCaprese', 'Soup', [8.9]],
    ['below several names', '\nSoup\nBread\n\n6.50\n8.90', 'Soup', [6.5]],
    ['below two lines', 'Riesling 2022\ndry, Mosel\n36', 'dry, Mosel', [36]],
    ['below a dish, behind "with"', 'with onions and salad 13.50', 'with onions and salad', [13.5]],
  ])('%s: %s', (_, line, name, price) => {
    expect(shortly(`MAINS\nSteak 24\n${line}`)[1]?.slice(1, 3)).toEqual([name, price]);
  });

  it('with one decimal of a currency that has none', () => {
    const [dish] = readMenuText('식사\n김치찌개 8.5\n공기밥 1,000', 0).sections[0]?.dishes ?? [];
    expect(dish).toMatchObject({ price: null, choices: [8500] });
  });
});

describe('A name', () => {
  it.each([
    ['stands in capitals before it', 'PIZZA\nMARGHERITA tomato, basil 8.50\nSALAMI tomato, ham 9.50'],
    ['stands above its price and a word for it', 'PIZZA\nMargherita\nPrice: 8.50\nSalami\nPrice 9.50'],
    ['stands behind its price', 'PIZZA\n8,50 Margherita\n9,50 Salami'],
    ['was sent in a chat', 'PIZZA\n[12.03.24, 11:02:45] Jo: Margherita 8.50\n12/03/2024, 11:03 - Jo: Salami 9.50'],
    ['stands before a sign or dash', 'PIZZA\nMargherita = 8.50\nSalami-9.50'],
    ['has a price that does not count any more', 'PIZZA\nMargherita ~~9.00~~ 8.50\nSalami nur 9,50'],
  ])('%s', (_, text) => {
    expect(shortly(text).map(([category, name, price]) => [category, `${name}`.toLowerCase(), price])).toEqual([
      ['PIZZA', 'margherita', 8.5],
      ['PIZZA', 'salami', 9.5],
    ]);
  });

  it.each([
    ['3,80 Latte Macchiato', 'Latte Macchiato', 3.8],
    ['2,90 Apfelschorle', 'Apfelschorle', 2.9],
    ['親子丼 ・・・・ 850円', '親子丼', 850],
  ])('is whole: %s', (line, name, price) => {
    expect(shortly(`DRINKS\n2,50 Cola\n${line}`)[1]?.slice(1, 3)).toEqual([name, price]);
  });

  it('is without the numbers of dishes that count up', () => {
    const text = 'SUSHI\nA1 Miso 3,50\nA2 Edamame 4,50\nA3. Gyoza 5,50\nA4 Kimchi 4,00';
    expect(shortly(text).map(([, name]) => name)).toEqual(['Miso', 'Edamame', 'Gyoza', 'Kimchi']);
  });

  it('is none of a surcharge above it, and no sign for the one above', () => {
    expect(shortly('HOVEDRETTER\nReinsdyr 345,-\nTillegg for pommes frites 45,-\nBarnemeny 119,-')[1]?.[1]).toBe(
      'Barnemeny',
    );
    const wine = 'WINE\nRiesling 0,1 l 3,50\n" 0,2 l 6,50\ndto. 0,5 l 9,00';
    expect(shortly(wine).map(([, name]) => name)).toEqual(['Riesling 0,1 l']);
    expect(leftOut(wine)).toHaveLength(2);
  });

  it('is without sizes that stand close to their prices', () => {
    expect(shortly('SIDES\nChips kl. 3,00 gr. 4,50\n珍珠奶茶 M50/L60').map(([, name, price]) => [name, price])).toEqual(
      [
        ['Chips kl.', 3],
        ['Chips gr.', 4.5],
        ['珍珠奶茶 M', 50],
        ['珍珠奶茶 L', 60],
      ],
    );
  });
});

describe('A category', () => {
  it.each([
    ['Our Food\nStarters\nSoup 5\nMains\nSteak 20', ['Starters', 'Mains']],
    ['Mittagskarte\nMontag\nSuppe 5\nDienstag\nSteak 20', ['Montag', 'Dienstag']],
    ['Starters\nSoup 5\nMENU\nSteak 20', ['Starters', 'MENU']],
    ['BRUNCH (Sat & Sun 10–3)\nSoup 5\nSteak 20', ['BRUNCH (Sat & Sun 10–3)', 'BRUNCH (Sat & Sun 10–3)']],
    ['Suppen\nSoup 5\nWeine ab 17 Uhr\nSteak 20', ['Suppen', 'Weine ab 17 Uhr']],
    ['Zuppe\nSoup 5\nVini dalle 17.30\nSteak 20', ['Zuppe', 'Vini dalle 17.30']],
    ['LUNCHKAART (tot 16.00 uur)\nSoup 5\nSteak 20', Array(2).fill('LUNCHKAART (tot 16.00 uur)')],
    ['PEIXES\nSoup 5\nSobremesas\nSteak 20', ['PEIXES', 'Sobremesas']],
    ['Burgers\nSoup 5\nStudents 10% off\nSteak 20', ['Burgers', 'Burgers']],
    ['Burgers\nSoup 5\nMontag Ruhetag\nSteak 20', ['Burgers', 'Burgers']],
    ['Burgers\nSoup 5\nReservierung 0170 1234567\nSteak 20', ['Burgers', 'Burgers']],
    ['Name      Details   Price\nSoup      hot       5,00\nSteak     rare      20,00', [null, null]],
  ])('is what heads the dishes: %j', (text, categories) => {
    expect(shortly(text).map(([category]) => category)).toEqual(categories);
  });

  it.each([
    ['may be a dish with a price', 'Weine ab 17.30\nRiesling 5,50\nSilvaner 6,50'],
    ['may be several side by side', 'Starters          Drinks\nSoup        5,00\nBread       3,00'],
    ['may be the name of its only dish', 'Margherita\ntomato 5\n\nSalami\nham 6\n\nFunghi\nmushrooms 7'],
  ])('is asked about where it %s', (_, text) => {
    const { rows } = tableOfText(readMenuText(text)) ?? {};
    expect(rows?.map(({ isCategoryDoubtful }) => isCategoryDoubtful)).toEqual(rows?.map(() => true));
  });
});

it.each([
  'Soup 5 (derzeit nicht verfügbar)',
  'Soup 5 – currently unavailable',
  'Soup 5 *sold out*',
  'Soup 5 (no disponible)',
  'Soup 5 - temporalmente agotado',
  'Soup 5 売り切れ',
  'Soup 5 - out',
  'Soup 5,00 € – OUT',
  'Soup (aus) 5',
  'Soup 5 (op)',
])('takes a dish for out of stock: %s', (line) => {
  expect(readMenuText(line).sections[0]?.dishes).toMatchObject([
    { name: 'Soup', price: 5, isSoldOut: true, description: null },
  ]);
});

it.each(['Shiraz (AUS) 8.50', 'Wagyu 34.00 - AUS', '寿司（売切れ） 850', 'SOLD OUT: Soup 5.00'])(
  'asks whether a dish may be out of stock: %s',
  (line) => {
    const { rows } = planTable(tableOfText(readMenuText(line)) as ReadTable, EMPTY_MENU, {
      currency: 'USD',
      digits: 2,
    });
    expect(rows).toMatchObject([{ action: 'skip', problems: [{ message: 'It may be out of stock.' }, {}] }]);
  },
);

describe('One price for a section', () => {
  it.each([
    'All priced at 12',
    'Everything £12',
    'Alle Pizzen 12,00 €',
    'Tous nos plats à 12 €',
    'Tutte le pizze € 12',
  ])('is offered for its dishes: %s', (line) => {
    const [margherita, diavola, ...others] = shortly(`PIZZA\n${line}\nMargherita\nDiavola\n\nDRINKS\nCola 3.50`);
    expect([margherita, diavola]).toEqual([
      ['PIZZA', 'Margherita', [12], null],
      ['PIZZA', 'Diavola', [12], null],
    ]);
    expect(others).toEqual([['DRINKS', 'Cola', 3.5, null]]);
  });
});

it('offers the price beside a heading for its dishes', () => {
  expect(shortly('PIZZA - all 12 €\nMargherita\nDiavola\n\nDRINKS\nCola 3.50')).toEqual([
    ['PIZZA', 'Margherita', [12], null],
    ['PIZZA', 'Diavola', [12], null],
    ['DRINKS', 'Cola', 3.5, null],
  ]);
});

describe('Prices of sizes below a heading', () => {
  it.each([
    ['STARTERS\nSmall 8 / large 12\nOlives\nBread', 'STARTERS'],
    ['Hot drinks\nregular 8 | large 12\nOlives\nBread', 'Hot drinks'],
    ['BURGERS\nall served with fries, single 8, double 12\nOlives\nBread', 'BURGERS'],
    ['PIZZA\n\n30 cm 8,00 / 40 cm 12,00\n\nOlives\nBread', 'PIZZA'],
  ])('are offered for each dish below: %j', (text, category) => {
    const read = shortly(text);
    expect(read.map(([name]) => name)).toEqual(Array(4).fill(category));
    expect(read.filter(([, , price]) => typeof price === 'number')).toEqual([]);
  });

  it('are left out where each dish has its own', () => {
    const text = 'STARTERS\nSmall 8 / large 12\n\nOlives 4.50\nBread 3.50';
    expect(shortly(text).map(([category, name]) => [category, name])).toEqual([
      ['STARTERS', 'Olives'],
      ['STARTERS', 'Bread'],
    ]);
    expect(leftOut(text)).toEqual(['Small 8 / large 12']);
  });

  it('are those of a dish where names are in capitals, or a description follows', () => {
    const text = 'MARGHERITA\nSmall 8 / large 12\nTomato, mozzarella\nFUNGHI\nSmall 9 / large 13';
    expect(shortly(text)).toEqual([
      [null, 'MARGHERITA Small', 8, 'Tomato, mozzarella'],
      [null, 'MARGHERITA large', 12, 'Tomato, mozzarella'],
      [null, 'FUNGHI Small', 9, null],
      [null, 'FUNGHI large', 13, null],
    ]);
    expect(shortly('Riesling\n0,2 l 4,80 / 0,5 l 8,50\nMosel, trocken').map(([, , price]) => price)).toEqual([
      4.8, 8.5,
    ]);
  });
});

it('asks about a price beside what may be a dish or a heading', () => {
  expect(shortly('COCKTAILS 9,50\nMojito – Rum, Limette, Minze\nNegroni – Gin, Campari, Vermouth')).toEqual([
    ['COCKTAILS', 'Mojito', [9.5], 'Rum, Limette, Minze'],
    ['COCKTAILS', 'Negroni', [9.5], 'Gin, Campari, Vermouth'],
  ]);
  expect(shortly('PIES\nBeef 18.95\nSIDES £4.50 each\nCauliflower cheese\nMac & cheese')[1]?.[2]).toEqual([4.5]);
  expect(shortly('COCKTAILS – 9.50\nMojito\nNegroni\n\nDRINKS\nCola 3.50')).toEqual([
    ['COCKTAILS', 'Mojito', [9.5], null],
    ['COCKTAILS', 'Negroni', [9.5], null],
    ['DRINKS', 'Cola', 3.5, null],
  ]);
  expect(shortly('Cocktails 9.50\nMojito\nNegroni\nDaiquiri')[0]?.slice(1, 3)).toEqual(['Cocktails', [9.5]]);
});

it('takes what comes with all dishes for none', () => {
  expect(shortly('PASTA\nserved with garlic bread 13.50\nCarbonara\nArrabbiata')).toEqual([
    ['PASTA', 'Carbonara', [13.5], null],
    ['PASTA', 'Arrabbiata', [13.5], null],
  ]);
  expect(shortly('CURRY\nEach dish comes with rice 11.50\nGreen curry 12')).toEqual([
    ['CURRY', 'Green curry', 12, null],
  ]);
});

it('takes a dish for no price of a section, or asks', () => {
  expect(shortly('MAINS\nAll day breakfast 12.50\nEach peach pie 6.50\nSoup 7')).toEqual([
    ['MAINS', 'All day breakfast', 12.5, null],
    ['MAINS', 'Each peach pie', [6.5], null],
    ['MAINS', 'Soup', 7, null],
  ]);
});

describe('A name and its description on one line', () => {
  it.each([
    ['Burger - beef, cheddar 12', 'Burger', 'beef, cheddar'],
    ['Salad – tomato and feta 8', 'Salad', 'tomato and feta'],
    ['Margherita - Tomaten, Käse 8,50', 'Margherita', 'Tomaten, Käse'],
    ['Coca-Cola 3', 'Coca-Cola', null],
    ['Pizza - Margherita 9', 'Pizza - Margherita', null],
    ['Menu 2 - Fish 9', 'Menu 2 - Fish', null],
  ])('is split: %s', (line, name, description) => {
    expect(shortly(`Soup 8\n${line}`)[1]).toEqual([null, name, expect.anything(), description]);
  });
});

describe('A lower price at a menu time', () => {
  const offersIn = (text: string) =>
    readMenuText(text).sections.flatMap(({ dishes }) => dishes.map(({ name, price, offers }) => [name, price, offers]));

  it('below a dish is an offer, in words that menu times have', () => {
    const text = 'BEER\nHarbor IPA $8.00\nCrisp and cold.\nHappy Hour $6.00\nLunch $7.00\nStout $7.50\n';
    expect(offersIn(text)).toEqual([
      ['Harbor IPA', 8, 'Happy Hour: 6; Lunch: 7'],
      ['Stout', 7.5, undefined],
    ]);
  });

  it('of any name is an offer if several dishes of a section have it', () => {
    expect(offersIn('BEER\nIPA 8.00\nLast Round 6.00\nStout 7.50\nLast Round 5.00\n')).toEqual([
      ['IPA', 8, 'Last Round: 6'],
      ['Stout', 7.5, 'Last Round: 5'],
    ]);
  });

  it.each([
    ['stands first', 'Lunch 9.90\nDinner 14.90\n'],
    ['costs more', 'Soup 6\nLunch 9.90\n'],
    ['is an extra', 'Burger 12\nWith egg 2\nPizza 11\nWith egg 2\n'],
    ['is in another section', 'MAINS\nSteak 20\nHouse salad 12\nSIDES\nFish 22\nHouse salad 13\n'],
    ['describes itself', 'Buffet 19\nLunch - soup and bread 12\n'],
  ])('is a dish where it %s', (_, text) => {
    expect(offersIn(text).flatMap(([, , offers]) => offers ?? [])).toEqual([]);
  });

  it('becomes an offer at the menu time of this name, and is said where there is none', () => {
    const table = tableOfText(readMenuText('BEER\nIPA $8.00\nHappy Hour $6.00\n'));
    const planned = (dayparts: WholeMenu['dayparts']) =>
      planTable(table as ReadTable, { ...EMPTY_MENU, dayparts }, { currency: 'USD', digits: 2 }).rows[0];
    const times = { id: 7, name: 'Happy hour', weekly: [], special: [], isActive: true };
    expect(planned([times])?.changes.find(({ column }) => column.field === 'offers')?.value).toEqual([
      { daypart: 7, price: 6 },
    ]);
    expect(planned([])).toMatchObject({
      action: 'add',
      problems: [{ message: expect.stringContaining('Happy Hour') }],
    });
  });
});

const FOLDERS = ['./fixtures/', './fixtures/cases/'].map((folder) => new URL(folder, import.meta.url));
const SOURCES = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt') && !name.startsWith('windows-'))
    .map((name) => [name, new URL(name, folder)] as const),
);

describe('Every line of a text is read, asked about or left out', () => {
  it.each(SOURCES)('%s', (_, url) => {
    const text = readFileSync(url, 'utf8');
    const { sections, rest } = readMenuText(text);
    const shown = [
      ...rest.map(({ text }) => text),
      ...sections.flatMap(({ name, description, dishes }) => [
        name,
        description,
        ...dishes.flatMap(({ name, description }) => [name, description]),
      ]),
    ].join('\n');
    const words = cleanLines(text).flatMap((line) => line.match(/\p{L}{4,}/gu) ?? []);
    expect(words.filter((word) => !shown.includes(word) && !UNSHOWN.test(word))).toEqual([]);
  });
});

/** Said by the price and the availability of a dish instead. */
const UNSHOWN = /^(?:sold|ausverkauft|esaurit[oa]|agotad[oa]|market|price|درهم)$/i;
