import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cleanLines } from './clean-lines.ts';
import type { ReadMenu } from './read-menu.ts';
import { readMenuText, TEXT_MAX } from './read-text.ts';

const folder = new URL('./fixtures/', import.meta.url);
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.replace('.txt', ''));

const dishesOf = (menu: ReadMenu) => menu.sections.flatMap(({ dishes }) => dishes);

describe('A menu as people write it', () => {
  it.each(fixtures)('%s', (name) => {
    const { sections, rest } = readMenuText(readFileSync(new URL(`${name}.txt`, folder), 'utf8'));
    const shown = {
      sections: sections.map(({ line, dishes, ...section }) => ({
        ...section,
        dishes: dishes.map(({ line: _, ...dish }) => dish),
      })),
      rest: rest.map(({ text }) => text),
    };
    expect(shown).toEqual(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')));
  });
});

describe('What was read', () => {
  it('has no description of dots alone, as a photo leaves some of those before a price', () => {
    expect(dishesOf(readMenuText('## Mains\nBaked trout   21.00 .'))).toMatchObject([
      { name: 'Baked trout', description: null },
    ]);
  });

  it('names the lines of the source', () => {
    const menu = readMenuText('STARTERS\r\n\r\nSoup 8\r\nhot\r\nBread 3\r\n\r\nPage 2');
    expect(menu).toEqual({
      sections: [
        {
          name: 'STARTERS',
          line: 0,
          description: null,
          dishes: [
            { line: 2, name: 'Soup', description: 'hot', price: 8 },
            { line: 4, name: 'Bread', description: null, price: 3 },
          ],
        },
      ],
      rest: [{ line: 6, text: 'Page 2' }],
    });
  });

  it('asks about a price that fits two ways', () => {
    expect(dishesOf(readMenuText('Caviar 1,234'))).toEqual([
      { line: 0, name: 'Caviar', description: null, price: null, choices: [1.23, 1234], isOneNumber: true },
    ]);
  });

  it('loses nothing of a long name, description or heading', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
    const text = `## ${words(30)}\n${words(30)} 8.50\n${words(150)}\n${words(20)}`;
    const { sections, rest } = readMenuText(text);
    const [section] = sections;
    const [dish] = section?.dishes ?? [];
    expect(section?.name?.length).toBeLessThanOrEqual(100);
    expect(dish?.name.length).toBeLessThanOrEqual(150);
    expect(dish?.description?.length).toBeLessThanOrEqual(1_000);
    expect(`${section?.name} ${section?.description}`).toBe(words(30));
    expect([dish?.name, dish?.description, rest[0]?.text].join(' ')).toBe(`${words(30)} ${words(150)} ${words(20)}`);
  });

  it('says where a text or its dishes are too many', () => {
    const menu = readMenuText(Array.from({ length: 2_100 }, (_, index) => `Dish n${index}x 8.50`).join('\n'));
    expect(dishesOf(menu)).toHaveLength(2_000);
    expect(menu.cut).toBe(2_000);
    expect(readMenuText(`Soup 8\n${'x'.repeat(TEXT_MAX)}`).cut).toBe(1);
    expect(readMenuText('Soup 8').cut).toBeUndefined();
  });
});

interface Seed {
  categories: {
    name: string;
    description?: string;
    items: { name: string; description?: string; price: number }[];
  }[];
}

const restaurants = new URL('../../../../infra/dev/seed/restaurants/', import.meta.url);
const seeds = readdirSync(restaurants).map(
  (name): Seed => JSON.parse(readFileSync(new URL(name, restaurants), 'utf8')),
);

type Printed = Seed['categories'][number]['items'][number];
const withLeaders = ({ name, description, price }: Printed) => [
  `${name} ........ ${price.toFixed(2)}`,
  ...(description ? [description] : []),
];
const onLines = ({ name, description, price }: Printed) => [
  name,
  ...(description ? [description] : []),
  price.toFixed(2),
  '',
];
const withTabs = ({ name, description, price }: Printed) => [`${name}\t${description ?? ''}\t${price.toFixed(2)}`];

describe('The menus of the seed', () => {
  it.each([
    ['leaders', withLeaders],
    ['name, description and price on lines', onLines],
    ['tabs', withTabs],
  ])('are read back from %s', (_, print) => {
    const count = { all: 0, found: 0, right: 0, described: 0, inSection: 0, invented: 0 };
    for (const { categories } of seeds) {
      const text = categories.flatMap(({ name, description, items }) => [
        name,
        description ?? '',
        '',
        ...items.flatMap(print),
        '',
      ]);
      const read = readMenuText(text.join('\n')).sections.flatMap(({ name, dishes }) =>
        dishes.map((dish) => ({ ...dish, section: name })),
      );
      for (const { name: section, items } of categories) {
        for (const item of items) {
          const index = read.findIndex(({ name }) => name === item.name);
          const [dish] = index < 0 ? [] : read.splice(index, 1);
          count.all++;
          if (!dish) continue;
          count.found++;
          if (dish.price === item.price) count.right++;
          if (dish.description === (item.description ?? null)) count.described++;
          if (dish.section === section) count.inSection++;
        }
      }
      count.invented += read.length;
    }
    expect(count.invented).toBe(0);
    expect(count.found / count.all).toBeGreaterThanOrEqual(0.97);
    expect(count.right / count.found).toBeGreaterThanOrEqual(0.99);
    expect(count.described / count.found).toBeGreaterThanOrEqual(0.97);
    expect(count.inSection / count.found).toBeGreaterThanOrEqual(0.97);
  });
});

/** Numbers that look random and are the same in each run. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PIECES = [
  ...[
    'Soup',
    'RIBEYE',
    'burrata',
    'with',
    'Æbleskiver',
    'ラーメン',
    '餃子5個',
    'حمّص',
    '😀',
    'e\u0301',
    '7-Up',
    'No. 12',
  ],
  ...[
    '14.50',
    '8,50',
    '1,234',
    '1.234,50',
    '€ 8.-',
    '900円',
    '٨٫٥٠',
    '0,2 l',
    '$12',
    '12',
    '28 cm',
    '1O.OO',
    'l4.5O',
    '½',
  ],
  ...[
    '\n',
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    ' .... ',
    '…',
    ' - ',
    ' / ',
    ':',
    '## ',
    '* ',
    '(A, C)',
    '1,3,7',
    '|',
    '"',
    ';',
  ],
  ...['12:00–15:00', 'Page 2', '\u00ad', '\u200b', '\ud800', '\u0000', '<b>', '((((', '\\', '，', '＋', 'MP', 'S.q.'],
];

describe('Any text', () => {
  it('is read without an error, and every name comes from it', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 2_000; round++) {
      const pieces = Array.from({ length: random(60) }, () => PIECES[random(PIECES.length)]);
      const text = pieces.join(random(2) ? ' ' : '');
      const source = cleanLines(text).join(' ');
      for (const dish of dishesOf(readMenuText(text))) {
        expect(dish.name.trim()).not.toBe('');
        for (const word of dish.name.split(' ')) expect(source).toContain(word);
        expect(dish.price === null || (dish.price >= 0 && Number.isFinite(dish.price))).toBe(true);
      }
    }
  });

  // A pattern that goes back and forth in the longest text would take minutes, not a part of the test's time.
  it.each([
    '(',
    '1,',
    '1 ',
    'A, ',
    '. ',
    '- ',
    '* ',
    '\t',
    'a - ',
    '0,2 l 4 ',
    '12/',
    '€',
    '\n',
    'a\n',
    '1\n',
    '\n\n9 ',
    'Soup 8 / ',
  ])('of %j again and again is read', { tags: 'full' }, (piece) => {
    const text = piece.repeat(Math.floor(TEXT_MAX / piece.length));
    expect(readMenuText(text).sections.length).toBeLessThanOrEqual(2_000);
  });
});

it('reads the bullets of word processors, with a space or a tab', () => {
  for (const bullet of ['• ', '•\t', '\uf0b7\t', '-\t', '1.\t']) {
    const { sections } = readMenuText(`Antipasti\n${bullet}Bruschetta 6,50\n${bullet}Vitello 12,90 €`);
    expect([bullet, sections.map(({ name, dishes }) => [name, dishes.map((dish) => [dish.name, dish.price])])]).toEqual(
      [
        bullet,
        [
          [
            'Antipasti',
            [
              ['Bruschetta', 6.5],
              ['Vitello', 12.9],
            ],
          ],
        ],
      ],
    );
  }
});

/** What was read, as category, name, price or what it may be. */
const shortly = (text: string) => {
  const { sections } = readMenuText(text);
  return sections.flatMap(({ name, dishes }) =>
    dishes.map((dish) => [name, dish.name, dish.choices ?? dish.price, dish.description]),
  );
};

describe('A line with several prices', () => {
  it('without sizes is a question', () => {
    expect(shortly('12. Margherita 8,50 / 10,50')).toEqual([[null, 'Margherita', [8.5, 10.5], null]]);
    expect(shortly('Margherita\t8,50\t10,50\t12,50')).toEqual([[null, 'Margherita', [8.5, 10.5, 12.5], null]]);
    expect(shortly('Margherita 8,50 / 8,50')).toEqual([[null, 'Margherita', 8.5, null]]);
    expect(shortly('Soup 7 / 11.50')).toEqual([[null, 'Soup', [7, 11.5], null]]);
    expect(shortly('Borscht (L, M) 7 / 11')).toEqual([[null, 'Borscht', [7, 11], '(L, M)']]);
    const named = dishesOf(readMenuText('Curry (chicken / tofu) 12 / 15\nBruschetta (tomato, basil) 8 / 10'));
    expect(named.map(({ mayBeSizes }) => mayBeSizes)).toEqual([['chicken', 'tofu'], true]);
  });

  it.each([
    ['Riesling Gl. 4,80 Fl. 22,00', 'Riesling Gl.', 'Riesling Fl.'],
    ['Riesling 4,80 Gl. / 22,00 Fl.', 'Riesling Gl.', 'Riesling Fl.'],
    ['Hähnchen ½ 6,50 / 1 St. 11,00', 'Hähnchen ½', 'Hähnchen 1 St.'],
    ['Austern 4er 12,00 6er 17,00', 'Austern 4er', 'Austern 6er'],
    ['Pommes kl. Port. 3,50 / gr. Port. 4,50', 'Pommes kl. Port.', 'Pommes gr. Port.'],
    ['Jamón ración 22 € 1/2 ración 12 €', 'Jamón ración', 'Jamón 1/2 ración'],
    ['Orange chicken Pt. 7.50 Qt. 12.95', 'Orange chicken Pt.', 'Orange chicken Qt.'],
    ['Merlot gl 9 btl 36', 'Merlot gl', 'Merlot btl'],
    ['Cola klein 0,2l 2,50 / groß 0,4l 3,80', 'Cola klein 0,2l', 'Cola groß 0,4l'],
    ['Birra piccola 0,2 3,50 media 0,4 5,50', 'Birra piccola 0,2', 'Birra media 0,4'],
    ['Raggmunk 169:-/halv 129:-', 'Raggmunk', 'Raggmunk halv'],
    ['Eau plate 50cl 4 - 1L 6', 'Eau plate 50cl', 'Eau plate 1L'],
    ['Pizza S 8 M 10 L 12', 'Pizza S', 'Pizza M', 'Pizza L'],
    ['Pils 0,3l 3.90 0,5l 5.40', 'Pils 0,3l', 'Pils 0,5l'],
    ['Pils (0,3l) 3.90 (0,5l) 5.40', 'Pils 0,3l', 'Pils 0,5l'],
    ['Lachsfilet (200g / 300g) 19.50 / 26.00', 'Lachsfilet 200g', 'Lachsfilet 300g'],
    ['Lachsfilet (A, D) 19.50 / 26.00 (200g / 300g)', 'Lachsfilet 200g', 'Lachsfilet 300g'],
    ['Pils (0,2l / 0,4l) 3,20 / 5,40', 'Pils 0,2l', 'Pils 0,4l'],
    ['Birra (0,2 / 0,4) 3,50 / 5,50', 'Birra 0,2', 'Birra 0,4'],
    ['Pizza [28/33 cm] 8,50 / 10,50', 'Pizza 28 cm', 'Pizza 33 cm'],
    ['Pizza (S/M/L) 8 / 10 / 12', 'Pizza S', 'Pizza M', 'Pizza L'],
    ['Soup small / large 7 / 11.50', 'Soup small', 'Soup large'],
    ['Soup\nSmall / Large 7 / 11', 'Soup Small', 'Soup Large'],
    ['Soup small 7 / large 11.50', 'Soup small', 'Soup large'],
  ])('is a dish for each size in %s', (line, ...names) => {
    expect(shortly(line).map(([, name]) => name)).toEqual(names);
  });
});

it('finds a heading that is not in capitals, where prices stand below names', () => {
  const soups = ['Tomatensuppe', '4,50', 'Gulaschsuppe', '5,50', 'Linsensuppe', '4,90'];
  const salads = ['Grüner Salat', '3,50', 'Wurstsalat', '6,50'];
  expect(
    shortly(['Suppen', ...soups, 'Salate', ...salads].join('\n')).map(([section, name]) => [section, name]),
  ).toEqual([
    ['Suppen', 'Tomatensuppe'],
    ['Suppen', 'Gulaschsuppe'],
    ['Suppen', 'Linsensuppe'],
    ['Salate', 'Grüner Salat'],
    ['Salate', 'Wurstsalat'],
  ]);
});

it.each(['DOLCI (1,3,7)', 'BIRRE 0,4 L', 'BIRRE 0,4 l', 'DOLCI'])('finds %s right below a dish', (heading) => {
  const below = `PIZZA\nTonno 9,50\nThunfisch, Käse\n${heading}\nCarbonara 11,00`;
  const belowPrice = 'PIZZA\nTonno\n9,50\nThunfisch, Käse\nFunghi\n9,50\nPilze, Käse\nMargherita\n8,50';
  expect(shortly(below).map(([section]) => section)).toEqual(['PIZZA', heading]);
  expect(shortly(`${belowPrice}\n${heading}\nCarbonara\n11,00\nEi, Speck`)).toEqual([
    ['PIZZA', 'Tonno', 9.5, 'Thunfisch, Käse'],
    ['PIZZA', 'Funghi', 9.5, 'Pilze, Käse'],
    ['PIZZA', 'Margherita', 8.5, null],
    [heading, 'Carbonara', 11, 'Ei, Speck'],
  ]);
});

it('finds a description below the price of its dish, where a copied page has no blank lines', () => {
  const pizza = [
    'Pizza',
    'Margherita',
    '8,50 €',
    'Tomaten, Käse',
    'Funghi',
    '9,50 €',
    'Pilze, Käse',
    'In den Warenkorb',
  ];
  expect(shortly([...pizza, 'Pasta', 'Carbonara', '11,00 €', 'Ei, Speck'].join('\n'))).toEqual([
    ['Pizza', 'Margherita', 8.5, 'Tomaten, Käse'],
    ['Pizza', 'Funghi', 9.5, 'Pilze, Käse'],
    ['Pasta', 'Carbonara', 11, 'Ei, Speck'],
  ]);
});

it.each([
  ['Mains', 'Drinks'],
  ['Hauptgerichte:', 'Alkoholfreie Getränke'],
  ['Plats', 'Vins rouges'],
])('knows %s and %s below a dish for sections, also where another heading is in capitals', (mains, drinks) => {
  const text = `STARTERS\nPea soup 7.50\nwith mint\n${mains}\nCod 24\nRisotto 19.50\n${drinks}\nFrom the tap\nCider 6`;
  expect(readMenuText(text).sections.map(({ name, description }) => [name, description])).toEqual([
    ['STARTERS', null],
    [mains.replace(':', ''), null],
    [drinks, 'From the tap'],
  ]);
  expect(shortly(text).map(([, dish, , description]) => [dish, description])).toEqual([
    ['Pea soup', 'with mint'],
    ['Cod', null],
    ['Risotto', null],
    ['Cider', null],
  ]);
});

it('finds a heading in capitals below a dish without a description, where others have theirs below their prices', () => {
  const lines = [
    'PIZZA',
    'Margherita',
    '8.50',
    'Tomato, basil',
    'Diavola',
    '9.50',
    'Salami, tomato',
    'Marinara',
    '7.50',
  ];
  expect(shortly([...lines, 'PASTA', 'Carbonara', '12', 'Egg, bacon'].join('\n')).slice(2)).toEqual([
    ['PIZZA', 'Marinara', 7.5, null],
    ['PASTA', 'Carbonara', 12, 'Egg, bacon'],
  ]);
});

it('joins a name and "mit …" with the price on the next line, also where that is so of most dishes', () => {
  const text = 'SCHNITZEL\nmit Pommes 14,50\nGulasch 9,50\nKäsespätzle\nmit Salat 13,50';
  expect(shortly(text).map(([, name]) => name)).toEqual(['SCHNITZEL mit Pommes', 'Gulasch', 'Käsespätzle mit Salat']);
});

it('leaves a description to the dish above, where "with …" below it has a price', () => {
  expect(shortly('MAINS\nSalad 9\nRomaine, parmesan\nwith chicken 12\nHot Dog 8\nPork sausage\nwith fries 10')).toEqual(
    [
      ['MAINS', 'Salad', 9, 'Romaine, parmesan'],
      ['MAINS', 'with chicken', [12], null],
      ['MAINS', 'Hot Dog', 8, 'Pork sausage'],
      ['MAINS', 'with fries', [10], null],
    ],
  );
});

it('takes the marks off a heading, also one in two languages', () => {
  expect(shortly('— Primi / Pasta —\nTagliatelle / Ribbons 13\n(contains nuts / noci)')).toEqual([
    ['Primi / Pasta', 'Tagliatelle / Ribbons', 13, '(contains nuts / noci)'],
  ]);
});

it('finds headings where nothing has a capital', () => {
  const text = 'small plates\n\nolives 4\nbread & butter 3.5\n\nbigger plates\n\ncaramel tart 7 with cream';
  expect(shortly(text)).toEqual([
    ['small plates', 'olives', 4, null],
    ['small plates', 'bread & butter', 3.5, null],
    ['bigger plates', 'caramel tart', [7], 'with cream'],
  ]);
});

it('keeps the words of a price that belongs to no dish', () => {
  const { rest } = readMenuText('STARTERS\nSoup 8.50\n\n0,2 l € 4,80 (A, C)\nBread 3.50');
  expect(rest.map(({ text }) => text)).toEqual(['0,2 l € 4,80 (A, C)']);
});

describe('A price that the guest asks for', () => {
  it.each(['Tagespreis', 'market price', 'MP', 'n.V.', 'n. V.', 'auf Anfrage', 'price on request', 'prix du jour'])(
    '"%s" is open, beside a name and below it',
    (words) => {
      expect(shortly(`FISH\nLobster ${words}\nCod 18.50`)).toEqual([
        ['FISH', 'Lobster', null, null],
        ['FISH', 'Cod', 18.5, null],
      ]);
      expect(shortly(`FISH\n\nLobster\n${words}\n\nCod\n18.50`)).toEqual([
        ['FISH', 'Lobster', null, null],
        ['FISH', 'Cod', 18.5, null],
      ]);
    },
  );
});

describe('A dish that is sold out', () => {
  it.each([
    'Lobster € 45,00 ESAURITO',
    'Lobster ESAURITO € 45,00',
    'Lobster 45,00 (sold out)',
    'Lobster (2) € 45,00 – AUSVERKAUFT',
    'Lobster .... 45,00 .... ÉPUISÉ',
    'Lobster 45 [agotado]',
  ])('keeps its price, and loses the words: %s', (line) => {
    const [, dish] = dishesOf(readMenuText(`Cod (1, 4) 18,50\n${line}`));
    expect(dish).toMatchObject({ name: 'Lobster', price: 45, isSoldOut: true });
  });

  it('is so in each of its sizes', () => {
    expect(dishesOf(readMenuText('Riesling Gl. 4,80 Fl. 22,00 SOLD OUT'))).toMatchObject([
      { name: 'Riesling Gl.', isSoldOut: true },
      { name: 'Riesling Fl.', isSoldOut: true },
    ]);
  });

  it('may have its price below, or none', () => {
    const text = 'FISH\nCod 18.50\nfried\nBass SOLD OUT\n\nSole (sold out)\n30.00';
    expect(dishesOf(readMenuText(text))).toMatchObject([
      { name: 'Cod', price: 18.5, description: 'fried' },
      { name: 'Bass', price: null, isSoldOut: true },
      { name: 'Sole', price: 30, isSoldOut: true },
    ]);
  });

  it('is not what a sentence is about, and the words alone are no category', () => {
    expect(
      shortly('FISH\nCod 18.50\nfrom noon until sold out\nOften sold out\nBass 21.00\nSOLD OUT\nSole 30.00'),
    ).toEqual([
      ['FISH', 'Cod', 18.5, 'from noon until sold out Often sold out'],
      ['FISH', 'Bass', 21, null],
      ['FISH', 'Sole', 30, null],
    ]);
  });
});

it('keeps the measure that a price is for beside it, in the name', () => {
  const text = 'Fiorentina € 6,50 / hg\nT-bone, min. 800 g\nOlive 2,50/100 g\nPane 2,00 a persona';
  expect(shortly(text).map(([, ...dish]) => dish)).toEqual([
    ['Fiorentina / hg', 6.5, 'T-bone, min. 800 g'],
    ['Olive /100 g', 2.5, null],
    ['Pane', 2, 'a persona'],
  ]);
});

it('takes no currency for a dish', () => {
  expect(shortly('فلافل\nد.إ. 25.00')).toEqual([[null, 'فلافل', 25, null]]);
});

it('takes codes of allergens off a name, also where its price stands below, and keeps them in the description', () => {
  expect(shortly('SUPPEN\n\nKlare Brühe (A, C, G)\nmit Nudeln\n4,50\n\nLinsensuppe 1,3,7\n5,50')).toEqual([
    ['SUPPEN', 'Klare Brühe', 4.5, 'mit Nudeln (A, C, G)'],
    ['SUPPEN', 'Linsensuppe', 5.5, '(1,3,7)'],
  ]);
});

it('takes a single number in brackets for a code, where the menu has lists of them', () => {
  const wine = 'Pinot 2023 (12) 4,80\nCostata (2 pers.) 45,00\nArancini (4 pz) 6,00\nBarolo (2019) 48,00';
  const dishes = `${wine}\nBurrata (7)\n9,00\nGamberi (1, 2) (14) 6,00`;
  expect(shortly(dishes).map(([, name, , description]) => [name, description])).toEqual([
    ['Pinot 2023', '(12)'],
    ['Costata (2 pers.)', null],
    ['Arancini (4 pz)', null],
    ['Barolo (2019)', null],
    ['Burrata', '(7)'],
    ['Gamberi', '(1, 2; 14)'],
  ]);
  expect(shortly('Wings (12) 14.00\nSalad (A, C) 8.00').map(([, name]) => name)).toEqual(['Wings (12)', 'Salad']);
});

it('leaves out the title, the address and closing days, and reads the categories after them', () => {
  const text =
    'MENU\n1420 Elm Street, Suite 20\nClosed December 25 and January 1\nStarters\nSoup 4.50\nMains\nSchnitzel 14.50';
  const { sections } = readMenuText(text);
  expect(sections.map(({ name, dishes }) => [name, ...dishes.map((dish) => dish.name)])).toEqual([
    ['Starters', 'Soup'],
    ['Mains', 'Schnitzel'],
  ]);
});

it.each([
  'Horaires',
  '## Opening hours',
  'Öffnungszeiten:',
  'ساعات العمل',
  'Tuesday – 12:00 midnight',
  '## Via Roma 12, 00184 Roma',
])('makes no category of %s, in the middle of a menu', (line) => {
  const text = `## Desserts\nClafoutis 8,50\n\n${line}\n12:00–14:00\n\nMousse 7,50`;
  expect(shortly(text).map(([section, name]) => [section, name])).toEqual([
    ['Desserts', 'Clafoutis'],
    ['Desserts', 'Mousse'],
  ]);
});

it('takes a street with its number for no dish, where prices have decimals', () => {
  expect(shortly('DA MARIO\nVia Garibaldi 12\nANTIPASTI\nZuppa 6,50')).toEqual([['ANTIPASTI', 'Zuppa', 6.5, null]]);
  expect(shortly('PIZZE\nPiazza Navona 12\nZuppa 6').map(([, name]) => name)).toEqual(['Piazza Navona', 'Zuppa']);
});

it.each([
  'Allergeni: 1 glutine, 2 crostacei, 3 uova',
  '1 Gluten · 2 Krebstiere · 3 Eier',
  'Glutine 1, crostacei 2, uova 3',
  'Gluten: 1   Krebstiere: 2   Eier: 3',
  'Eggs 3 - Fish 4 - Peanuts 5',
])('makes no dish or description of the allergens in %s', (line) => {
  expect(shortly(`FISH\nCod 18.50\n${line}\nBass 21`)).toEqual([
    ['FISH', 'Cod', 18.5, null],
    ['FISH', 'Bass', 21, null],
  ]);
});

it('takes what costs more for the description of a dish, also below another', () => {
  const text =
    'WINE\nChianti 9.00\nCaesar Salad 12.00 with chicken +5\nGreek Salad 11 (feta +2)\nCobb Salad 9.00 add egg 1.50';
  expect(shortly(text)).toEqual([
    ['WINE', 'Chianti', 9, null],
    ['WINE', 'Caesar Salad', 12, 'with chicken +5'],
    ['WINE', 'Greek Salad', 11, '(feta +2)'],
    ['WINE', 'Cobb Salad', 9, 'add egg 1.50'],
  ]);
});

it('takes a marked line with a number for a heading where dishes are below it, else for a dish', () => {
  expect(shortly('## Section 50\nSoup 8\nBread 3\n## Grill\n### Burger 12\n- add bacon 2\n### Steak 34')).toEqual([
    ['Section 50', 'Soup', 8, null],
    ['Section 50', 'Bread', 3, null],
    ['Grill', 'Burger', 12, null],
    ['Grill', 'add bacon', [2], null],
    ['Grill', 'Steak', 34, null],
  ]);
});

describe('A line whose price may be another number', () => {
  it.each([
    ['Burger 17.5 add bacon 2', 'Burger', 17.5, 'add bacon 2'],
    ['Fries 6 +cheese 1', 'Fries', 6, '+cheese 1'],
    ['Flank steak 28 (add egg 2)', 'Flank steak', 28, '(add egg 2)'],
    ['Burger 17 add bacon 2.50, cheese 1', 'Burger', 17, 'add bacon 2.50, cheese 1'],
    ['Gnocchi 4 formaggi 12', 'Gnocchi 4 formaggi', 12, null],
    ['Ribeye dry-aged 28 days 39', 'Ribeye dry-aged 28 days', 39, null],
    ['Steak 34 with truffle 6', 'Steak', [34, 6], 'with truffle 6'],
    ['Lunch $35 with wine $50', 'Lunch', [35, 50], 'with wine $50'],
    ['Combo 2 plus drink 9', 'Combo', [2, 9], 'plus drink 9'],
    ['Steak 34 / 38 add egg 2', 'Steak', [34, 38], 'add egg 2'],
    ['Burger 17.5 bacon 2', 'Burger 17.5 bacon', [17.5, 2], null],
    ['Route 66 burger 15', 'Route 66 burger', [66, 15], null],
    ['Lunch 12.00 Dinner 18.00', 'Lunch 12.00 Dinner', [12, 18], null],
    ['Macallan 12 245 kr', 'Macallan 12', [245, 12_245], null],
    ['Cider 6–7', 'Cider', [6, 7], null],
    ['Cider 6-7 €', 'Cider', [6, 7], null],
    ['Caviar 1,200–1,500', 'Caviar', [1200, 1500], null],
    ['Burger 15 double 19 triple 23', 'Burger 15 double 19 triple', [15, 19, 23], null],
    ['Oysters 3 ea, dozen 32', 'Oysters 3 ea, dozen', [3, 32], null],
    ['Menu 65 (wine pairing 40)', 'Menu', [65, 40], '(wine pairing 40)'],
    ['Soup 8 GF, v', 'Soup', [8], 'GF, v'],
    ['Route 66 – 15', 'Route 66', 15, null],
    ['Cider 7–6', 'Cider', [7, 6], null],
    ['Cider 6 to 7.50', 'Cider', [6, 7.5], null],
    ['Steak Frites 34 with fries', 'Steak Frites', [34], 'with fries'],
    ['Steak Frites 34 / 38 with truffle fries', 'Steak Frites', [34, 38], 'with truffle fries'],
    ['Soup 8, with bread', 'Soup', [8], 'with bread'],
    ['Sole 31.50 on the bone', 'Sole', [31.5], 'on the bone'],
  ])('is read, or a question: %s', (line, ...dish) => {
    expect(shortly(`WINE\nChianti 9.00\n${line}\nTEA\nMint 4.00`)).toEqual([
      ['WINE', 'Chianti', 9, null],
      ['WINE', ...dish],
      ['TEA', 'Mint', 4, null],
    ]);
  });

  it('has two sizes where the second stands in brackets', () => {
    expect(shortly('Pizza 12 (large 16)').map(([, ...dish]) => dish)).toEqual([
      ['Pizza', 12, null],
      ['Pizza large', 16, null],
    ]);
  });

  it('is no question of one number, which is answered for all at once', () => {
    expect(dishesOf(readMenuText('Cider 6–7'))[0]).not.toHaveProperty('isOneNumber');
  });
});

it.each([
  'Aged 24 months (or more)',
  'Served with 2 eggs (fried)',
  'Slow-cooked 12 hours, with thyme',
  'fried twice 3 with sauce',
  'Bottle 33 cl with glass',
  '12 pieces',
  'Since 1889, with love',
  '5 % off with card',
  'Serves 2-3',
  'Table of 6–8',
  'Kids under 12 (with parent)',
  'Menu 2 – with fish',
  'Comes with 2 / 3 of our dips',
  'Allow 20–30 minutes',
  'Happy Hour 4–6',
])('leaves a description with a number below its dish: %s', (line) => {
  expect(shortly(`MAINS\nBurger 17.50\n${line}\nSteak 34.00`)).toEqual([
    ['MAINS', 'Burger', 17.5, line],
    ['MAINS', 'Steak', 34, null],
  ]);
});

it('takes no line above a price of its own for a dish', () => {
  expect(shortly('Roast chicken\nHerbs 5 with lemon\n19.50')).toEqual([
    [null, 'Roast chicken', 19.5, 'Herbs 5 with lemon'],
  ]);
});

describe('Sizes that head columns of prices', () => {
  it.each([
    ['PIZZA   Small   Large', 'Margherita\t8,50\t10,50', 'Small', 'Large'],
    ['PIZZA\nSmall Large', 'Margherita 8,50 / 10,50', 'Small', 'Large'],
    ['## PIZZA\t28 cm\t33 cm', 'Margherita 8,50 10,50', '28 cm', '33 cm'],
    ['PIZZA (12" / 16")', 'Margherita 8,50 / 10,50', '12"', '16"'],
    ['PIZZA   small 28 cm   large 33 cm', 'Margherita 8,50 10,50', 'small 28 cm', 'large 33 cm'],
    ['PIZZA 0,3 l 0,5 l', 'Margherita 8,50 10,50', '0,3 l', '0,5 l'],
    ['PIZZA small 28 cm large 33 cm', 'Margherita 8,50 / 10,50', 'small 28 cm', 'large 33 cm'],
    ['PIZZA\nCalice 0,1 l Bottiglia 0,75 l', 'Margherita 8,50 / 10,50', 'Calice 0,1 l', 'Bottiglia 0,75 l'],
  ])('%j are those of the dishes below', (heading, line, ...sizes) => {
    const found = shortly(`${heading}\nGarlic bread 3,00\n${line}\nwith basil\nPASTA\nCarbonara 12,00 / 14,00`);
    expect(found).toEqual([
      ['PIZZA', 'Garlic bread', 3, null],
      ['PIZZA', `Margherita ${sizes[0]}`, 8.5, 'with basil'],
      ['PIZZA', `Margherita ${sizes[1]}`, 10.5, 'with basil'],
      ['PASTA', 'Carbonara', [12, 14], null],
    ]);
  });

  it('are words like others, where no dish has as many prices', () => {
    expect(shortly('Grand Petit\nCafé 2,50 / 3,50 / 4,50')).toEqual([['Grand Petit', 'Café', [2.5, 3.5, 4.5], null]]);
  });
});

it.each(['$18.9S', '18.9S €', '$1O', '$ l8.9S'])('asks for a price that was scanned as %s', (price) => {
  expect(shortly(`Soup ..... ${price}`)).toEqual([[null, 'Soup', null, price]]);
});

it.each([
  ['Syrup .... .50', 'Syrup', 0.5, null],
  ['Suppe 8⁹⁰ €', 'Suppe', 8.9, null],
  ['Борщ 85 грн', 'Борщ', 85, null],
  ['Ceviche S/ 25', 'Ceviche', 25, null],
  ['חומוס 35 ש"ח', 'חומוס', 35, null],
  ['Helles 0,5 4,10', 'Helles 0,5', 4.1, null],
  ['Bruschetta¹,³ 7.20', 'Bruschetta', 7.2, '(1,3)'],
  ['Burrata ᴬ·ᴳ 12.50', 'Burrata', 12.5, '(A·G)'],
  ['Carbonara 1,3,7 € 12,50', 'Carbonara', 12.5, '(1,3,7)'],
  ['Dagens fisk dagspris', 'Dagens fisk', null, null],
  ['Tagesfisch nach Marktpreis', 'Tagesfisch', null, null],
  ['Tageskuchen nach Angebot\nGlace 3.50', 'Tageskuchen', null, null],
  ['Margherita,8.50', 'Margherita', 8.5, null],
  ['ラーメン ¥850-', 'ラーメン', 850, null],
  ['Nasi goreng Rp. 45.000,-', 'Nasi goreng', 45_000, null],
  ['Kabsa 45 SR', 'Kabsa', 45, null],
  ['Lobster roll mkt', 'Lobster roll', null, null],
  ['Oat milk 40p', 'Oat milk', 0.4, null],
  ['Burger Combo #1 $10.99', 'Burger Combo #1', 10.99, null],
  ['Combo 2 $12', 'Combo 2', 12, null],
  ['Latte 3/3.5/4', 'Latte', [3, 3.5, 4], null],
  ['Full English 12.95\nServed until 11.30', 'Full English', 12.95, 'Served until 11.30'],
  ['Mo\tGulasch\t9,90', 'Gulasch', 9.9, 'Mo'],
  ['2019\tBarolo\t69,00', 'Barolo', 69, '2019'],
  ['M1\tTom Yum\tscharf\t6,90', 'Tom Yum', 6.9, 'scharf'],
  ['B52\tKahlúa, Baileys\t8,50', 'B52', 8.5, 'Kahlúa, Baileys'],
  ['Margherita\t€\t8,50', 'Margherita', 8.5, null],
  ['Brunch 35pp', 'Brunch', 35, 'pp'],
  ['Eis 1,80\ninfo@zur-post.de', 'Eis', 1.8, null],
  ['Pan 2 € por persona', 'Pan', 2, 'por persona'],
  ['豚骨 890円（税込979円）', '豚骨', [890, 979], null],
  ['Margherita ab 8,50 €', 'Margherita', 8.5, 'ab 8,50 €'],
  ['Pizza .... from 12', 'Pizza', 12, 'from 12'],
  ['Spätzle\nBergkäse\nab 13,50 €', 'Spätzle', 13.5, 'Bergkäse ab 13,50 €'],
  ['ハイボール 450〜', 'ハイボール', 450, '〜'],
])('reads %s', (line, ...dish) => {
  expect(shortly(`SOUPS\nMiso 4.00\n\n${line}`)[1]).toEqual(['SOUPS', ...dish]);
});

it('takes a heading with small letters in brackets for one, and what is paid on top for none', () => {
  expect(shortly('SASHIMI (5 pcs)\nTuna 14\nROLLS (8 pcs)\nDragon 15\n  Eel +1\nKappa 6').map(([one]) => one)).toEqual([
    'SASHIMI (5 pcs)',
    'ROLLS (8 pcs)',
    'ROLLS (8 pcs)',
  ]);
  expect(shortly('Ramen 980円\n大盛り ＋100円\nUdon 900円').map(([one]) => one)).toEqual([null, null]);
});

it.each(['Add bacon ... 3.00', 'Add bacon .. 3.00', 'Add bacon . 3.00', 'Add bacon … 3.00', 'Add bacon · · 3.00'])(
  'takes short leaders for no part of the name in %s',
  (line) => {
    expect(shortly(line)).toEqual([[null, 'Add bacon', [3], null]]);
  },
);
