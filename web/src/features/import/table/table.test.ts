import { AVAILABLE_UNTIL } from '@tavola/contracts/availability.ts';
import type { Variant } from '@tavola/contracts/choices.ts';
import { draftInput } from '@tavola/contracts/drafts.ts';
import { type Category, ITEM_FIELDS, type MenuItem } from '@tavola/contracts/menu.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { cellText, type Table } from '../../../lib/menu-table/cells.ts';
import { HEADINGS, menuTable, type WholeMenu } from '../../../lib/menu-table/columns.ts';
import { partsOf } from '../../../lib/menu-table/menu-parts.ts';
import { csvOf } from '../../../lib/menu-table/write-csv.ts';
import { jsonOf } from '../../../lib/menu-table/write-json.ts';
import { xlsxOf } from '../../../lib/menu-table/write-xlsx.ts';
import { readRichMenu } from '../../../test/rich-menu.ts';
import { aCategory, anItem, anOptionGroup } from '../../../test/samples.ts';
import { readMenuText } from '../read-text.ts';
import { draftOfTable } from './draft-of-table.ts';
import { type Answers, type PlannedRow, planTable, type TablePlan } from './plan-table.ts';
import { readCsv } from './read-csv.ts';
import { addsParts, missingTexts, newCategoryFields, readParts, withParts } from './read-parts.ts';
import { readTable } from './read-table.ts';
import { type ReadTable, ROWS_MAX } from './table-of.ts';
import { tableOfText } from './table-of-text.ts';

const DOLLARS = { currency: 'USD', digits: 2 } as const;

const FORMATS = {
  CSV: { name: 'menu.csv', write: (table: Table) => strToU8(csvOf(table)) },
  Excel: { name: 'menu.xlsx', write: xlsxOf },
  JSON: { name: 'menu.json', write: (table: Table) => strToU8(jsonOf(table)) },
};
const EACH = Object.entries(FORMATS);

/** Names that files, spreadsheets and people take for something else. */
const HARD_NAMES = [
  '=1+1',
  "'=1+1",
  '+39 Spritz',
  '-Pommes-',
  '@home',
  '＝1+1',
  "'＋39",
  '－Pommes－',
  '＠home',
  '(empty)',
  "'(Empty)",
  'Example',
  '1664',
  '007',
  'شاورما دجاج',
  'חומוס 🌿',
  '👩‍🍳 Chef’s “choice”; half, half',
  'Line\nbreak\r\nand\ttab',
  '_x0041_ & <b>bold</b> ]]>',
  '2/3',
  'TRUE',
  '\u0085\u200b\ufffdodd',
];

const hard = (): WholeMenu => ({
  categories: [aCategory({ id: 1, name: '=Σ', description: '"quoted", (empty)' }), aCategory({ id: 2, name: '=Σ' })],
  items: HARD_NAMES.flatMap((name, index) => [
    anItem({ id: 2 * index + 1, name, description: `${name}\n${name}`, price: index + 0.5, categoryId: 1 }),
    anItem({ id: 2 * index + 2, name, price: 1_234_567, categoryId: index % 2 ? 2 : null }),
  ]),
  dayparts: [],
  optionGroups: [],
  translations: [
    {
      lang: 'pt-BR',
      texts: HARD_NAMES.map((text, index) => ({
        kind: 'item' as const,
        id: 2 * index + 1,
        field: 'name' as const,
        base: text,
        text,
        isStale: true,
      })),
    },
  ],
  timeZone: 'America/New_York',
});

let rich: WholeMenu;
beforeAll(async () => {
  rich = await readRichMenu();
});

async function roundTrip(menu: WholeMenu, { name, write }: (typeof FORMATS)['CSV'], change?: (table: Table) => Table) {
  const table = menuTable(menu);
  return planTable(await tableIn(write(change?.(table) ?? table), name), menu, DOLLARS);
}

async function tableIn(bytes: Uint8Array, name: string): Promise<ReadTable> {
  const read = await readTable(bytes, name);
  if ('text' in read) throw new Error('This is no table.');
  return read;
}

/** A table with IDs as if this product had exported it. */
function csv(text: string): ReadTable {
  const table = readCsv(text, { isFile: true }) as ReadTable;
  return table.headings.includes('ID') ? { ...table, isOwn: true } : table;
}
const inWords = ({ number, action, changes, problems }: PlannedRow) => [
  number,
  action,
  ...changes.map(({ column, before, after }) => `${column.heading}: ${cellText(before)} → ${cellText(after)}`),
  ...problems.map(({ message }) => message),
];
const said = ({ rows }: TablePlan) => rows.map(inWords);
const isChanged = ({ action, problems }: PlannedRow) => action !== 'same' || problems.length > 0;

/** A small menu: Pasta with Carbonara (id 7) and Gricia (8), Dolci with Tiramisu (9). */
const small = (): WholeMenu => ({
  categories: [aCategory({ id: 1, name: 'Pasta' }), aCategory({ id: 2, name: 'Dolci', description: 'Sweet' })],
  items: [
    anItem({ id: 7, name: 'Carbonara', description: 'Guanciale', price: 13, categoryId: 1, energy: 700 }),
    anItem({ id: 8, name: 'Gricia', price: 12, categoryId: 1 }),
    anItem({ id: 9, name: 'Tiramisu', price: 6, categoryId: 2 }),
  ],
  dayparts: [
    { id: 3, name: 'Lunch', weekly: [], special: [], isActive: true },
    { id: 4, name: 'Happy hour', weekly: [], special: [], isActive: true },
  ],
  optionGroups: [anOptionGroup({ id: 5, name: 'Milk' }), anOptionGroup({ id: 6, name: 'Extras; sauces' })],
  translations: [{ lang: 'fr', texts: [] }],
  timeZone: 'UTC',
});

describe('A menu that was exported', () => {
  it('has a column for each field of a dish, and the fixture a value in each', () => {
    expect(Object.keys(HEADINGS)).toEqual(expect.arrayContaining(Object.keys(ITEM_FIELDS)));
    const { headings, rows } = menuTable(rich);
    expect(rows).toHaveLength(65);
    const empty = headings.filter((_, column) => rows.every((row) => (row[column] ?? null) === null));
    expect(empty).toEqual([]);
  });

  it.each(EACH)('and is read back as %s changes nothing', async (_, format) => {
    for (const menu of [rich, hard()]) {
      const plan = await roundTrip(menu, format);
      expect(plan.rows.filter(isChanged).map(inWords)).toEqual([]);
      expect(plan.rows).toHaveLength(menu.items.length);
      expect(plan.categories.flatMap(({ changes }) => changes)).toEqual([]);
      expect(plan.unknown).toEqual([]);
    }
  });

  it.each(EACH)('and is changed as %s changes that', async (_, format) => {
    const plan = await roundTrip(rich, format, ({ headings, rows }) => {
      const set = (row: number, heading: string, cell: string | number) =>
        rows.map((cells, index) =>
          index === row ? cells.map((old, column) => (headings[column] === heading ? cell : old)) : cells,
        );
      rows = set(0, HEADINGS.price, 99);
      rows = set(1, 'Name:fr', 'Soupe ☕');
      rows = set(2, 'Category Description:de', 'Neu');
      return { headings, rows };
    });
    expect(plan.rows.filter(isChanged).map(inWords)).toEqual([
      [2, 'change', expect.stringMatching(/^Price: \d.* → 99$/)],
      [3, 'change', expect.stringMatching(/^Name:fr: .* → Soupe ☕$/)],
      [4, 'same', 'Translate a category in Translations.'],
    ]);
    expect(plan.categories.flatMap(({ changes }) => changes)).toEqual([]);
  });

  it.each(EACH)('without dishes is a table to fill in as %s, whose example is not read', async (_, format) => {
    const plan = await roundTrip({ ...small(), items: [] }, format);
    expect(plan).toMatchObject({ rows: [], unknown: [] });
  });

  it('runs nothing in a spreadsheet', () => {
    const text = csvOf(menuTable(hard()));
    expect(text.startsWith('\ufeffID,Category,Name,')).toBe(true);
    const cells = Papa.parse<string[]>(text).data.flat();
    for (const guarded of ["'=1+1", "'＝1+1", "''＋39"]) expect(cells).toContain(guarded);
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠\t\r\n]/.test(cell))).toEqual([]);
  });
});

describe('A row of a table', () => {
  const plan = (text: string, menu = small()) => planTable(csv(text), menu, DOLLARS);

  it('changes the dish with its id, else the one of its name in its category, and adds others', () => {
    const found = plan(
      'ID,Category,Name,Price\n7,Pasta,Carbonara classica,13\n,PASTA, gricia ,12.50\n,Dolci,Gricia,5\n,Wine,Barolo,9\n9,Pasta,,\n',
    );
    expect(said(found)).toEqual([
      [2, 'change', 'Name: Carbonara → Carbonara classica'],
      [3, 'change', 'Name: Gricia → gricia', 'Price: 12 → 12.50'],
      [4, 'add', 'Category:  → Dolci', 'Name:  → Gricia', 'Price:  → 5'],
      [5, 'add', 'Category:  → Wine', 'Name:  → Barolo', 'Price:  → 9'],
      [6, 'change', 'Category: Dolci → Pasta'],
    ]);
    expect(found.rows.map(({ category }) => category.id)).toEqual([1, 1, 2, undefined, 1]);
  });

  it('has sizes, options and diets, of which those that stay keep their ids; what a dish contains is not read', () => {
    const menu = small();
    const [first, ...others] = menu.items as [MenuItem, ...MenuItem[]];
    const variants = [
      { id: 31, name: 'Small', price: 9, isAvailable: false },
      { id: 32, name: 'Large', price: 13, isAvailable: true },
    ];
    const sized = { ...menu, items: [{ ...first, price: 9, variants }, ...others] };
    const found = plan(
      'ID,Name,Price,Sizes,Options,Diets,Offers,Allergens\n' +
        '7,Carbonara,9,"Small: 9.50 (out of stock); Large: 13; Half; to share: 20",Milk,,Lunch / large: 11,milk\n' +
        '8,Gricia,,,"Extras; sauces; milk","Vegetarian, gluten free",Lunch / Large: 9,\n' +
        '9,Tiramisu,7,,Syrups,vegan; tasty,,\n' +
        '7,Carbonara,8,,,,,',
      sized,
    );
    const value = (row: number, field: string) =>
      found.rows[row]?.changes.find(({ column }) => column.field === field)?.value;
    expect(value(0, 'variants')).toEqual([
      { id: 31, name: 'Small', price: 9.5, isAvailable: false },
      { id: 32, name: 'Large', price: 13, isAvailable: true },
      { name: 'Half; to share', price: 20 },
    ]);
    expect(value(0, 'offers')).toEqual([{ daypart: 3, price: 11, variant: 32 }]);
    expect([value(1, 'optionGroups'), value(1, 'diet')]).toEqual([
      [6, 5],
      ['vegetarian', 'gluten-free'],
    ]);
    expect(found.rows.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      [],
      ['The dish has no size called “Large” yet.'],
      ['There are no options called “Syrups”.', expect.stringMatching(/^Diets must be among/)],
      ['Same dish as in row 2.'],
    ]);
    expect(plan('ID,Price\n7,8', sized).rows[0]).toMatchObject({
      action: 'same',
      problems: [{ message: 'This dish has sizes. Change their prices under Sizes.' }],
    });
    // One name that differs is another name of the same size; an offer goes with a size that goes.
    const offers = [{ daypart: 3, price: 11, variant: 32 }];
    const offered = { ...sized, items: [{ ...(sized.items[0] as MenuItem), offers }, ...others] };
    const sizesOf = (cell: string) => plan(`ID,Sizes\n7,"${cell}"`, offered).rows[0]?.changes;
    expect(sizesOf('Small: 9; Grande: 13')).toMatchObject([
      {
        value: [{ id: 31 }, { id: 32, name: 'Grande', price: 13 }],
        note: '“Large” is renamed to “Grande” and keeps its translations and offers.',
      },
    ]);
    expect(sizesOf('Small: 9; Half: 10; Whole: 13')).toMatchObject([
      { after: 'Small: 9 (out of stock); Half: 10; Whole: 13' },
      { column: { field: 'offers' }, before: 'Lunch / Large: 11', after: null, value: null },
    ]);
    // Of options with one name, the dish keeps its own.
    const [extras] = menu.optionGroups.filter(({ id }) => id === 6);
    const twice = {
      ...sized,
      optionGroups: [...menu.optionGroups, { ...(extras as (typeof menu.optionGroups)[number]), id: 9 }],
      items: [{ ...(sized.items[0] as MenuItem), optionGroups: [9] }, ...others],
    };
    const named = plan(`ID,Options\n7,${extras?.name}; Milk\n8,${extras?.name}`, twice).rows;
    expect(named[0]?.changes).toMatchObject([{ value: [9, 5] }]);
    expect(named[1]?.problems).toMatchObject([{ message: `Two option groups are called “${extras?.name}”.` }]);
    // A price beside sizes follows from them.
    expect(plan('Category,Name,Price,Sizes\nPasta,Latte,5,Small: 3; Large: 4', sized).rows[0]).toMatchObject({
      action: 'add',
      problems: [],
      changes: expect.arrayContaining([expect.objectContaining({ value: 3 })]),
    });
    // One size alone is a dish, whichever column its price is in.
    const [alone] = said(plan('Category,Name,Small,Large\nTea,Chai,,4.20'));
    expect(alone).toEqual(expect.arrayContaining(['Name:  → Chai Large', 'Price:  → 4.20']));
  });

  it('with the id of another restaurant is new, and marked', () => {
    const [foreign, known] = plan('ID,Category,Name,Price\n4711,Pasta,Norma,11\n4712,Pasta,Gricia,12').rows;
    expect(foreign).toMatchObject({ action: 'add', isForeign: true, item: undefined });
    expect(known).toMatchObject({ action: 'same', isForeign: true, item: { id: 8 } });
  });

  it('about a dish of another row is left out, and names that', () => {
    const found = plan(
      'ID,Category,Name,Price\n7,Pasta,Carbonara,13\n7,Pasta,Carbonara,14\n,Wine,Barolo,9\n,wine,BAROLO,8',
    );
    expect(said(found)).toEqual([
      [2, 'same'],
      [3, 'skip', 'Same dish as in row 2.'],
      [4, 'add', 'Category:  → Wine', 'Name:  → Barolo', 'Price:  → 9'],
      [5, 'skip', 'Same dish as in row 4.'],
    ]);
  });

  it('leaves a field with an empty cell, and empties one that says so', () => {
    const found = plan('ID,Name,Description,Energy (kcal),Price\n7,,(empty),(EMPTY),\n8,(empty),,,(empty)');
    expect(said(found)).toEqual([
      [2, 'change', 'Description: Guanciale → ', 'Energy (kcal): 700 → '],
      [3, 'same', "This can't be empty.", "This can't be empty."],
    ]);
    expect(found.rows[0]?.changes.map(({ value }) => value)).toEqual([null, null]);
  });

  it('is read as people write it, in any order of the columns', () => {
    const found = plan(
      'Prezzo;Disponibile;Spiciness;Served;Offers;Piatto;ID;Chef\n$ 13,50;nein;2;lunch;happy hour: 9,90 ;Carbonara;7;Rosa',
    );
    expect(said(found)).toEqual([
      [
        2,
        'change',
        'Prezzo: 13 → 13.50',
        'Disponibile: yes → no',
        'Spiciness:  → 2',
        'Served:  → Lunch',
        'Offers:  → Happy hour: 9.90',
      ],
    ]);
    expect(found.unknown).toEqual(['Chef']);
  });

  it('whose cells can not be read says which, and keeps the rest', () => {
    const found = plan(
      'ID,Name,Price,Spiciness,Available,Served,Offers,Out of Stock Until\n7,Carbonara d’oro,cheap,9,maybe,Tea,Lunch,soon\n,No price,,,,,,',
    );
    expect(said(found)).toEqual([
      [
        2,
        'change',
        'Name: Carbonara → Carbonara d’oro',
        "“cheap” isn't a price.",
        'Spiciness can be at most 3.',
        '“maybe” is neither yes nor no.',
        'There is no menu time called “Tea”.',
        'An offer looks like “Lunch: 9.90”.',
        'Out of Stock until needs a date and a time.',
      ],
      [3, 'skip', 'Name:  → No price', 'This row has no price.', 'This row has no category.'],
    ]);
    const long = plan(`ID,Description,Price\n7,${'x'.repeat(2_001)},13`);
    expect(said(long)).toEqual([[2, 'same', 'A cell can have at most 2,000 characters.']]);
  });

  it('with menu times that the menu lacks asks which of its own they are, or whether they are left out', () => {
    const named = csv('ID,Served,Offers\n7,Tea;Lunch,Tea: 9;Late: 8\n8,Late,Late: 8');
    const [first] = planTable(named, small(), DOLLARS).rows;
    expect(first?.problems).toMatchObject([{ asksDayparts: ['Tea'] }, { asksDayparts: ['Tea', 'Late'] }]);
    const { id } = small().dayparts.find(({ name }) => name === 'Happy hour') ?? {};
    expect(said(planTable(named, small(), DOLLARS, { dayparts: { tea: id as number, late: null } }))).toEqual([
      [2, 'change', 'Served:  → Happy hour; Lunch', 'Offers:  → Happy hour: 9'],
      [3, 'same'],
    ]);
    expect(planTable(named, small(), DOLLARS, { dayparts: { tea: 404, late: null } }).rows[0]?.problems).toHaveLength(
      2,
    );
  });

  it('with a price that fits two ways asks, unless its column tells', () => {
    const asked = csv('ID,Price\n7,"1,234"\n8,13');
    expect(planTable(asked, small(), DOLLARS).rows[0]?.problems).toMatchObject([{ choices: [1.23, 1234] }]);
    expect(said(planTable(asked, small(), DOLLARS, { prices: { 2: 1234 } }))[0]).toEqual([
      2,
      'change',
      'Price: 13 → 1234',
    ]);
    expect(said(plan('ID,Price\n7,"1,234"\n8,13.50'))[0]).toEqual([2, 'change', 'Price: 13 → 1234']);
  });

  it('that is new asks for a price that is none, as for one that is missing', () => {
    const found = csv('Category,Name,Price\nFish,Lobster,MP\nFish,Cod,');
    const { rows } = planTable(found, small(), DOLLARS);
    expect(rows.map(({ problems }) => problems)).toMatchObject([[{ choices: [] }], [{ choices: [] }]]);
    expect(said(planTable(found, small(), DOLLARS, { prices: { 2: 48 } }))[0]).toContain('Price:  → 48');
  });

  it.each(['Price $', '$ Price', 'Price (USD)', 'Preis in EUR', 'Prix/€', 'PRICE EUR'])(
    'has its price below the heading %s',
    (heading) => {
      const currency = { currencies: ['EUR', '€'] };
      const found = planTable(csv(`ID,${heading}\n7,14`), small(), DOLLARS, currency);
      expect(said(found)).toEqual([[2, 'change', `${heading}: 13 → 14`]]);
    },
  );

  it('that is new and has no category waits for one; one that is on the menu does not', () => {
    const found = csv('Name,Price\nNorma,11\nGricia,14');
    expect(said(planTable(found, small(), DOLLARS))).toEqual([
      [2, 'skip', 'Name:  → Norma', 'Price:  → 11', 'This row has no category.'],
      [3, 'change', 'Price: 12 → 14'],
    ]);
    const [norma] = planTable(found, small(), DOLLARS, { unnamed: 'Pasta' }).rows;
    expect(norma).toMatchObject({ action: 'add', category: { id: 1 } });
  });

  it('is asked for all prices of its column that fit two ways at once, and each can be another', () => {
    const table = csv('ID,Price\n7,"1,234"\n8,"2,345"\n9,"3,456"');
    const prices = (answers: Answers) =>
      planTable(table, small(), DOLLARS, answers).rows.map(({ changes }) => changes[0]?.value);
    expect(prices({ reading: 0 })).toEqual([1.23, 2.35, 3.46]);
    expect(prices({ reading: 1, prices: { 8: 5, 3: 5 } })).toEqual([1234, 5, 3456]);
    expect(prices({ reading: 1, prices: { 2: null } })).toEqual([undefined, 2345, 3456]);
  });

  it('that says until when a dish was out of stock says nothing any more when that is over', () => {
    const until = (time: string) => said(plan(`ID,Price,Available,Out of Stock Until\n7,13,no,${time}`))[0];
    expect(until('2024-05-01 22:00')).toEqual([2, 'same']);
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    expect(until(soon)).toEqual([2, 'change', 'Available: yes → no', `Out of Stock Until:  → ${soon}`]);
    expect(said(plan(`ID,Available,Out of Stock Until\n7,yes,${soon}`))[0]).toEqual([2, 'same', AVAILABLE_UNTIL]);
    expect(said(plan(`ID,Available,Out of Stock Until\n7,,${soon}`))[0]?.[1]).toBe('change');
  });

  it('is left out, in whole or in part, where the server would refuse all for it', () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    const rows = [`Wine,Barolo,9,yes,${soon}`, `${'x'.repeat(101)},Chianti,7,,`];
    const found = plan(`Category,Name,Price,Available,Out of Stock Until\n${rows.join('\n')}`);
    expect(draftInput.safeParse(draftOfTable(found)).error).toBeUndefined();
    expect(draftOfTable(found).sections).toEqual([
      { category: { name: 'Wine', description: null }, items: [{ name: 'Barolo', price: 9, isAvailable: true }] },
    ]);
    expect(found.rows.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      [AVAILABLE_UNTIL],
      ['Name can be at most 100 characters long.'],
    ]);
  });

  it('gives a menu without any of it the same one: with options, times, sizes, their offers and languages', async () => {
    const rich = await readRichMenu();
    const [, hidden, ...others] = rich.categories;
    const categories = [
      { ...(rich.categories[0] as Category), dayparts: [2], layout: 'grid' },
      { ...(hidden as Category), isActive: false },
      ...others,
    ];
    const [size] = rich.items.flatMap(({ variants = [] }) => variants);
    const text = {
      kind: 'variant',
      id: size?.id ?? 0,
      field: 'name',
      base: size?.name ?? '',
      text: 'X',
      isStale: false,
    } as const;
    const translations = rich.translations.map(({ lang, texts }) => ({ lang, texts: [...texts, text] }));
    // Sizes are sold out, too, but not for years.
    const items = rich.items.map(({ soldOutUntil: _until, ...item }) => item);
    const from = { ...rich, categories, items, translations };
    const languages = { base: 'en', others: translations.map(({ lang }) => lang) };
    const id = '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12';
    const json = jsonOf(menuTable(from), partsOf(from, { id, languages }));
    const table = (await readTable(strToU8(json), 'menu.json')) as ReadTable;
    const empty = { ...from, categories: [], items: [], dayparts: [], optionGroups: [], translations: [] };
    const { parts, unread } = readParts(table.parts, { menu: empty, languages: undefined });
    const there = withParts(empty, parts);
    const found = planTable(table, there, DOLLARS);
    expect([unread, found.rows.flatMap(({ problems }) => problems)]).toEqual([[], []]);
    const draft = draftInput.parse(draftOfTable(found, newCategoryFields(parts, there)));
    const sections = draft.sections ?? [];
    const made = {
      ...there,
      categories: sections.map(({ category }, at) => aCategory({ ...(category as Category), id: at + 1 })),
      items: sections.flatMap(({ items }, at) =>
        items.map((item, place) => {
          const variants = item.variants?.map((one) => ({ isAvailable: true, ...one })) ?? undefined;
          return anItem({
            ...(item as object),
            ...(variants && { variants: variants as Variant[] }),
            id: 1_000 * (at + 1) + place,
            categoryId: at + 1,
          });
        }),
      ),
    };
    const apart: readonly string[] = [HEADINGS.id, HEADINGS.image, HEADINGS.allergens];
    const said = (menu: WholeMenu) => {
      const { headings, rows } = menuTable({ ...menu, translations: [] });
      return rows.map((row) => row.filter((_, at) => !apart.includes(headings[at] ?? '')));
    };
    expect(said(made)).toEqual(said(from));
    expect({ ...partsOf(made, { id, languages }), texts: [], optionGroups: [] }).toEqual({
      ...partsOf(from, { id, languages }),
      texts: [],
      optionGroups: [],
    });
    expect(parts.optionGroups).toMatchObject(partsOf(from, { id, languages }).optionGroups);
    // What is there already is not added again; only what it lacks is.
    const again = readParts(table.parts, { menu: from, languages });
    expect(addsParts(again.parts, from)).toBe(false);
    const untranslated = {
      ...from,
      translations: rich.translations.map(({ lang }) => ({ lang, texts: [{ ...text, text: null }] })),
    };
    expect(missingTexts(again.parts.texts, untranslated).map(({ text }) => text)).toEqual(
      languages.others.map(() => 'X'),
    );
  });

  it('that may be about several dishes changes none of them', () => {
    const menu = { ...small(), items: [...small().items, anItem({ id: 10, name: 'Gricia', price: 9, categoryId: 2 })] };
    const several = 'Several dishes have this name. Add a Category or ID column to tell which.';
    expect(said(plan('Name,Price\nGricia,14\nTiramisu,7', menu))).toEqual([
      [2, 'skip', several],
      [3, 'change', 'Price: 6 → 7'],
    ]);
    expect(said(plan('Category,Name,Price\nDolci,Gricia,14', menu))).toEqual([[2, 'change', 'Price: 9 → 14']]);
  });

  it('without a category is about a dish that has none, and makes no category', () => {
    const menu = {
      ...small(),
      items: [...small().items, anItem({ id: 10, name: 'Bread', price: 3, categoryId: null })],
    };
    const found = plan('Category,Name,Price\n,Bread,4', menu);
    expect(said(found)).toEqual([[2, 'change', 'Price: 3 → 4']]);
    expect(found.categories).toEqual([]);
  });

  it('without a category is in that of the row above, as in merged cells, unless the table has IDs', () => {
    const rows = 'Soups,Miso,4\n,Ramen,9\nDesserts,Mochi,5\n ,Dorayaki,6';
    const categories = (table: string) => plan(table).rows.map(({ category }) => category.name);
    expect(categories(`Category,Name,Price\n${rows}`)).toEqual(['Soups', 'Soups', 'Desserts', 'Desserts']);
    expect(categories(`Category,Name,Price,ID\n${rows}`)).toEqual(['Soups', '', 'Desserts', '']);
  });

  it('without a description has none to translate', () => {
    const found = plan('ID,Name,Price,Description:fr\n8,Gricia,12,Sans tomate\n7,Carbonara,13,Au guanciale');
    expect(said(found)).toEqual([
      [2, 'same', 'There is no description to translate.'],
      [3, 'change', 'Description:fr:  → Au guanciale'],
    ]);
  });

  it('that moves a dish leaves the words about both categories', () => {
    const found = plan('ID,Category,Category Description,Name,Price\n9,Pasta,Sweet,Tiramisu,6');
    expect(said(found)).toEqual([[2, 'change', 'Category: Dolci → Pasta']]);
    expect(found.categories.flatMap(({ changes }) => changes)).toEqual([]);
  });

  it('changes no category that is on the menu, and says where that is done', () => {
    const found = plan('ID,Category,Category Description,Price\n7,Pasta,Fresh,13\n9,Specials,,6');
    expect(said(found)).toEqual([
      [2, 'same', 'Change the description of a category in Categories.'],
      [3, 'same', 'There is no category called “Specials” yet.'],
    ]);
  });

  it('has whole prices in a currency without decimals', () => {
    const yen = planTable(csv('ID,Price\n7,13.50\n8,1200'), small(), { currency: 'JPY', digits: 0 });
    expect(said(yen)).toEqual([
      [2, 'same', 'Prices in JPY have no decimals.'],
      [3, 'change', 'Price: 12 → 1200'],
    ]);
    const table = {
      headings: ['ID', 'Price'],
      rows: [
        { number: 2, cells: [7, 14.5] },
        { number: 3, cells: [8, '1,450'] },
      ],
    };
    expect(said(planTable({ ...table, isCut: false, isOwn: true }, small(), { currency: 'JPY', digits: 0 }))).toEqual([
      [2, 'same', 'Prices in JPY have no decimals.'],
      [3, 'change', 'Price: 12 → 1450'],
    ]);
  });
});

describe('A text', () => {
  const plan = (text: string, answers?: Answers) =>
    planTable(tableOfText(readMenuText(text)) as ReadTable, small(), DOLLARS, answers);

  it('proposes the price of a dish that the menu has in this category, and adds the others', () => {
    const found = plan('PASTA\nCARBONARA 14.50\nmit Speck\nGricia 12\nNorma 11\n\nDOLCI\nGricia 5');
    expect(said(found)).toEqual([
      [2, 'change', 'Price: 13 → 14.50'],
      [4, 'same'],
      [5, 'add', 'Category:  → PASTA', 'Name:  → Norma', 'Price:  → 11'],
      [8, 'add', 'Category:  → DOLCI', 'Name:  → Gricia', 'Price:  → 5'],
    ]);
    expect(found.rows.map(({ category }) => category.name)).toEqual(['Pasta', 'Pasta', 'Pasta', 'Dolci']);
    expect(said(plan('PASTA\nCarbonara MP\nGricia 9,00 / 14,00'))).toEqual([
      [2, 'same'],
      [3, 'same', 'The price can be read two ways.'],
    ]);
  });

  it('has sizes where the owner says that several prices are theirs, as a cell of a table has', () => {
    const sizes = ['Small', 'Medium', 'Large'];
    const price = (found: TablePlan) =>
      found.rows.map(({ changes }) => changes.find(({ column }) => column.field === 'variants')?.after);
    const text = 'SOUPS\nClam chowder 7 / 9 / 11';
    const [key = ''] = plan(text).rows.map((row) => row.key);
    expect(plan(text).rows[0]?.problems).toMatchObject([{ choices: [7, 9, 11], mayBeSizes: true }]);
    expect(price(plan(text, { sizes: { [key]: sizes } }))).toEqual(['Small: 7; Medium: 9; Large: 11']);
    expect(plan(text, { sizes: { [key]: ['Small', 'Small', ''] } }).rows[0]).toMatchObject({ action: 'skip' });
    const cells = (cell: string) =>
      planTable(csv(`Category,Name,Price\nSoups,Clam chowder,${cell}`), small(), DOLLARS, { sizes: { 2: sizes } });
    expect(price(cells('$7/$9/$11'))).toEqual(['Small: 7; Medium: 9; Large: 11']);
    expect(['3 for 12', '12 + 3', '7 / 7', '6–7'].flatMap((cell) => price(cells(cell)))).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('adds a dish that is sold out as unavailable', () => {
    const found = plan('DOLCI\nGricia 5 ESAURITO\nNorma 11');
    expect(
      found.rows.map(({ changes }) => changes.find(({ column }) => column.field === 'isAvailable')?.value),
    ).toEqual([false, undefined]);
  });

  it('names a dish only once, unless the owner takes it, too, and leaves out what the owner leaves out', () => {
    const text = 'WINE\nBarolo 9\nBarolo 12';
    expect(plan(text).rows[1]).toMatchObject({
      action: 'skip',
      problems: [{ message: 'Same dish as in line 2.' }],
    });
    const keys = plan(text).rows.map(({ key }) => key);
    const actions = (taken: Answers['taken']) => plan(text, { taken: taken ?? {} }).rows.map(({ action }) => action);
    expect(actions({ [keys[1] ?? '']: true })).toEqual(['add', 'add']);
    expect(actions({ [keys[0] ?? '']: false })).toEqual(['skip', 'skip']);
  });

  it('finds a category in capitals without its accents', () => {
    const menu = {
      ...small(),
      categories: [aCategory({ id: 1, name: 'Entrées' }), aCategory({ id: 2, name: 'バス' })],
    };
    const table = tableOfText(readMenuText('ENTREES\nCarbonara 14\n\n## ハス\nれんこん 5')) as ReadTable;
    expect(planTable(table, menu, DOLLARS).rows.map(({ category }) => category.id)).toEqual([1, undefined]);
  });
});

describe('A file', () => {
  it("of Excel's has semicolons, a mark of its encoding, and line breaks in quotes", () => {
    const text =
      '\ufeffsep=;\r\nID;Name;Price;Description\r\n7;"Carbonara";13,5;"hot;\r\n""very"""\r\n8;Gricia;12,00;\r\n';
    expect(said(planTable(csv(text), small(), DOLLARS))).toEqual([
      [3, 'change', 'Price: 13 → 13.50', 'Description: Guanciale → hot;\n"very"'],
      [4, 'same'],
    ]);
  });

  it('has its headings below a title, and a quotation mark without an end takes no other row', () => {
    const table = csv('Our menu,,\n,,\nName,Price,Category\nSoup,8,Starters\n"Steak,24,Mains\nFish,30,Mains');
    expect(table).toMatchObject({ headings: ['Name', 'Price', 'Category'], misquoted: [5] });
    expect(table.rows).toEqual([
      { number: 4, cells: ['Soup', '8', 'Starters'] },
      { number: 5, cells: ['Steak', '24', 'Mains'] },
      { number: 6, cells: ['Fish', '30', 'Mains'] },
    ]);
  });

  it.each(['', 'Burrata 14.50', 'Soup, of the day, 8', 'Name\nSoup', 'Price,Quantity\n1,2'])(
    'is no table: %j',
    (text) => {
      expect(readCsv(text)).toBeNull();
    },
  );

  it('of 5,001 rows is read up to the last that is, and what exceeds the menu is counted and left out', {
    tags: 'full',
  }, async () => {
    const rows = Array.from({ length: ROWS_MAX + 1 }, (_, index) => [index + 1, 'All', `Dish ${index}`, 5, null]);
    for (const { name, write } of Object.values(FORMATS)) {
      const table = await tableIn(
        write({ headings: ['ID', 'Category', 'Name', 'Price', 'Out of Stock Until'], rows }),
        name,
      );
      expect([table.rows.length, table.isCut]).toEqual([ROWS_MAX, true]);
      const plan = planTable(table, small(), DOLLARS);
      expect(plan.exceeding).toBe(ROWS_MAX - 3 - (2_000 - 3));
      expect(plan.rows.filter(({ action }) => action === 'add')).toHaveLength(1_997);
      expect(plan.rows.at(-1)).toMatchObject({
        action: 'skip',
        problems: [{ message: 'This is more than a menu can hold.' }],
      });
    }
  });

  it('with more columns than are read names the others', () => {
    const headings = ['Name', 'Price', ...Array.from({ length: 70 }, (_, index) => `Note ${index}`), 'Category'];
    expect(planTable(csv(`${headings.join(',')}\nSoup,8`), small(), DOLLARS).unknown).toHaveLength(71);
  });

  it('that unpacks to gigabytes is refused before that', { tags: 'full' }, async () => {
    const sheet = new Uint8Array(60_000_000);
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': sheet });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(readTable(bomb, 'menu.xlsx')).rejects.toThrow('This spreadsheet is too large for a menu.');
    // That its directory names a smaller size does not help it.
    const view = new DataView(bomb.buffer);
    const directory = view.getUint32(bomb.length - 6, true);
    view.setUint32(directory + 24, 1_000, true);
    await expect(readTable(bomb, 'menu.xlsx')).rejects.toThrow("This spreadsheet can't be read.");
  });

  it('has its table on a later sheet than the first, as that of Numbers, and several are one table', async () => {
    type Files = Record<string, Uint8Array>;
    const [cover, menu, empty] = [
      { headings: ['Export Summary'], rows: [['Sheet 1', 'Table 1']] },
      { headings: ['Name', 'Price'], rows: [['Soup', 8]] },
      { headings: ['Name', 'Price'], rows: [] },
    ].map((table) => unzipSync(xlsxOf(table))) as [Files, Files, Files];
    const edit = (name: string, end: string, more: string) => {
      cover[name] = strToU8(new TextDecoder().decode(cover[name]).replace(end, more + end));
    };
    edit('xl/workbook.xml', '</sheets>', '<sheet name="Dishes" sheetId="2" r:id="rId3"/>');
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
    edit(
      'xl/_rels/workbook.xml.rels',
      '</Relationships>',
      `<Relationship Id="rId3" Type="${type}" Target="worksheets/sheet2.xml"/>`,
    );
    const files = { ...cover, 'xl/worksheets/sheet2.xml': menu['xl/worksheets/sheet1.xml'] as Uint8Array };
    const found = await tableIn(zipSync(files), 'menu.xlsx');
    expect(found).toMatchObject({ rows: [{ number: 2, cells: ['Soup', 8] }] });
    expect(found.unreadSheets).toEqual(['Menu']);
    const template = { ...files, 'xl/worksheets/sheet1.xml': empty['xl/worksheets/sheet1.xml'] as Uint8Array };
    expect((await tableIn(zipSync(template), 'menu.xlsx')).rows).toEqual(found.rows);
    const menus = { ...files, 'xl/worksheets/sheet1.xml': menu['xl/worksheets/sheet1.xml'] as Uint8Array };
    const both = await tableIn(zipSync(menus), 'menu.xlsx');
    expect(both.rows.map(({ sheet, cells }) => [sheet, cells[0]])).toEqual([
      ['Menu', 'Soup'],
      ['Dishes', 'Soup'],
    ]);
    const summaries = { ...files, 'xl/worksheets/sheet2.xml': cover['xl/worksheets/sheet1.xml'] as Uint8Array };
    await expect(readTable(zipSync(summaries), 'menu.xlsx')).rejects.toThrow(/^No dishes found/);
  });

  it('has columns that are hidden, which are not read and are counted', async () => {
    const table = { headings: ['Name', 'Internal', 'Price', 'Old'], rows: [['Soup', 'x', 8, 7]] };
    const files = unzipSync(xlsxOf(table));
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']).replace(/<cols>.*<\/cols>/s, '');
    const hidden = '<cols><col min="2" max="2" hidden="1"/><col min="4" max="16384" hidden="true"/></cols>';
    files['xl/worksheets/sheet1.xml'] = strToU8(sheet.replace('<sheetData>', `${hidden}<sheetData>`));
    const found = await tableIn(zipSync(files), 'menu.xlsx');
    expect(found).toMatchObject({ headings: ['Name', 'Price'], rows: [{ cells: ['Soup', 8] }] });
    expect(found.hidden).toEqual({ rows: 0, columns: 2, sheets: [] });
  });

  it.each([
    ['#,##0.00\\ [$zł-415]', 'zł'],
    ['#,##0.00&quot; Kč&quot;', 'Kč'],
    ['€#,##0.00', '€'],
    ['$#,##0.00', undefined],
    ['0.00&quot; kg&quot;', undefined],
  ])('whose numbers are shown as %s asks which currency they are', async (format, sign) => {
    const files = unzipSync(xlsxOf({ headings: ['Category', 'Name', 'Price'], rows: [['Soups', 'Borscht', 18.5]] }));
    const styles = new TextDecoder().decode(files['xl/styles.xml']);
    const formats = `<numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts>`;
    files['xl/styles.xml'] = strToU8(
      styles.replace('<fonts', `${formats}<fonts`).replace('numFmtId="2"', 'numFmtId="164"'),
    );
    const found = await tableIn(zipSync(files), 'menu.xlsx');
    expect(planTable(found, small(), DOLLARS).currency?.sign).toBe(sign);
  });

  it('with a cell in the last place of a sheet is refused', async () => {
    const workbook = xlsxOf({ headings: ['ID', 'Name'], rows: [[1, 'Soup']] });
    const files = unzipSync(workbook);
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
    files['xl/worksheets/sheet1.xml'] = strToU8(
      sheet.replace('</sheetData>', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
    );
    await expect(readTable(zipSync(files), 'menu.xlsx')).rejects.toThrow('This spreadsheet is too large for a menu.');
  });

  it.each([
    ['menu.json', '{"dishes":', "This file isn't valid JSON."],
    ['menu.json', '{"version":2,"dishes":[]}', 'This file was made by a newer version of Tavola.'],
    ['menu.json', '[{"Dish":"Soup"}]', /^No dishes found/],
    ['menu.xlsx', 'PK\x03\x04 and no more', /^This spreadsheet can't be read/],
    ['menu.xls', '\xd0\xcf\x11\xe0', /^This spreadsheet is in an old format/],
  ])('%s with %j says why it is not read', async (name, content, message) => {
    await expect(
      readTable(
        Uint8Array.from(content, (char) => char.charCodeAt(0)),
        name,
      ),
    ).rejects.toThrow(message);
  });
});
