import { describe, expect, it } from 'vitest';
import { readMenuText } from '../read-text.ts';
import type { PdfRun } from './pdf-page.ts';
import { textOfPages } from './pdf-text.ts';
import { hasSpreadLetters } from './spread-letters.ts';

// The pages of a PDF as text: columns, headings, wrapped names, prices far right, heads and feet of pages.

const FONTS = { heading: 16, title: 11, section: 11, note: 11, name: 11, text: 9, raised: 6 };
type Font = keyof typeof FONTS;

/** A run of text; a letter is half as wide as high. */
const run = (x: number, y: number, font: Font, text: string): PdfRun => ({
  text,
  x,
  y,
  width: (text.length * FONTS[font]) / 2,
  size: FONTS[font],
  font,
});

/** A dish with its price far right, and its description in two lines. */
const dish = (x: number, y: number, name: string, price: string, [first, second]: [string, string]): PdfRun[] => [
  run(x, y, 'name', name),
  run(x + 190, y, 'name', price),
  run(x, y + 12, 'text', first),
  run(x, y + 23, 'text', second),
];

const page = (runs: PdfRun[]) => ({ height: 842, runs });
const read = (...pages: PdfRun[][]) => textOfPages(pages.map(page));

describe('The text of a PDF', () => {
  it('has the columns one after the other, each price beside its name, and wrapped descriptions on one line', () => {
    const left = [
      run(40, 140, 'heading', 'Pasta'),
      ...dish(40, 165, 'Carbonara', '13.00', ['Guanciale, egg yolk', 'and pecorino']),
      ...dish(40, 205, 'Gricia', '12.00', ['Guanciale without', 'the egg']),
    ];
    const right = [
      run(310, 140, 'heading', 'Pizza'),
      ...dish(310, 165, 'Marinara', 'from 9.00', ['Tomato, garlic', 'and oregano']),
      ...dish(310, 205, 'Diavola', '11.00', ['Spicy salami', 'and chili']),
    ];
    const title = run(180, 60, 'heading', 'Trattoria Da Prova, since 1984');
    expect(read([title, ...left, ...right])).toBe(
      [
        '## Trattoria Da Prova, since 1984',
        '',
        '## Pasta',
        'Carbonara .... 13.00',
        'Guanciale, egg yolk and pecorino',
        'Gricia .... 12.00',
        'Guanciale without the egg',
        '',
        '## Pizza',
        'Marinara .... from 9.00',
        'Tomato, garlic and oregano',
        'Diavola .... 11.00',
        'Spicy salami and chili',
      ].join('\n'),
    );
  });

  it('has a wrapped name on one line, with its price on the first, the middle or the last of its lines', () => {
    const name = (y: number, priceY: number) => [
      run(40, y, 'name', 'Slow-roasted shoulder of lamb'),
      run(40, y + 13, 'name', 'Provençal style'),
      run(300, priceY, 'name', '24.50'),
      run(40, y + 26, 'text', 'For two'),
    ];
    for (const at of [0, 6, 13]) {
      const runs = [120, 180, 240].flatMap((y) => name(y, y + at));
      expect(read(runs).split('\n').filter(Boolean)).toEqual(
        [1, 2, 3].flatMap(() => ['Slow-roasted shoulder of lamb Provençal style .... 24.50', 'For two']),
      );
    }
  });

  it('leaves out the running head and the number of each page', () => {
    const pages = ['Soup', 'Salad', 'Steak'].map((name, index) => [
      run(200, 20, 'text', 'Da Prova'),
      ...dish(40, 200, name, '8.00', ['Of the day,', 'as it comes']),
      run(290, 820, 'text', `${index + 1}`),
      run(40, 820, 'text', `Printed 11/24/26, page ${index + 1}`),
    ]);
    expect(read(...pages).match(/Da Prova/g)).toHaveLength(1);
    expect(read(...pages)).not.toMatch(/Printed|^\d$/m);
    expect(read(...pages).match(/8\.00/g)).toHaveLength(3);
  });

  it('has a price in a description as text', () => {
    const buns = ['Cardamom Bun', 'Butter Croissant', 'Banana Bread'].flatMap((name, index) => [
      ...dish(40, 200 + index * 60, name, '4.40', ['Twisted sweet dough,', 'brown butter.']),
      run(40, 234 + index * 60, 'text', 'Last Hour $2.20'),
    ]);
    const { sections } = readMenuText(read(buns));
    expect(sections.flatMap(({ dishes }) => dishes.map(({ name }) => name))).toEqual([
      'Cardamom Bun',
      'Butter Croissant',
      'Banana Bread',
    ]);
  });

  it('has a heading below a title of another font, but no description right below a heading, as one', () => {
    const runs = [
      run(40, 60, 'title', 'Da Prova'),
      run(40, 90, 'section', 'Soups'),
      run(40, 103, 'note', 'From our garden'),
      ...dish(40, 130, 'Minestrone', '8.00', ['Beans and', 'vegetables']),
      ...dish(40, 170, 'Gazpacho', '7.00', ['Cold, with', 'cucumber']),
    ];
    expect(read(runs).split('\n').slice(0, 4)).toEqual(['## Da Prova', '', '## Soups', 'From our garden']);
  });

  it('has letters that stand apart where most of them are alone', () => {
    const isSpread = (...texts: string[]) => hasSpreadLetters(texts.map((text) => run(40, 60, 'name', text)));
    expect([isSpread('S O U P S'), isSpread('T', 'APA', 'S  &', 'W I N E'), isSpread('前 菜')]).not.toContain(false);
    expect([isSpread('Soup of the day'), isSpread('A, C'), isSpread('刺身 五種'), isSpread('ش ا ي')]).not.toContain(
      true,
    );
  });

  it('has letters as they are written, not the forms in which a font has them', () => {
    const text = (written: string) => read([run(40, 60, 'name', written), run(240, 60, 'name', '9.00')]);
    expect(text('⻄京焼‧⾖腐')).toBe('西京焼・豆腐 .... 9.00');
    expect(text('Nº‧5 ﬁlet')).toBe('Nº‧5 filet .... 9.00');
  });

  it.each([3, 5])(
    'has cents and codes that stand %s points higher in small letters beside what they are of',
    (above) => {
      const dishes = ['A,D', '1,3', 'G', 'NEW'].flatMap((codes, index) => {
        const y = 100 + index * 30;
        return [
          run(40, y, 'name', 'Vitello'),
          run(40 + 7 * 5.5, y - above, 'raised', codes),
          run(240, y, 'name', '12'),
          run(251, y - above, 'raised', '90'),
          run(40, y + 12, 'text', 'With capers'),
        ];
      });
      const { sections } = readMenuText(read(dishes));
      expect(sections[0]?.dishes.map(({ name, price, description }) => [name, price, description])).toEqual([
        ['Vitello', 12.9, 'With capers (A,D)'],
        ['Vitello', 12.9, 'With capers (1,3)'],
        ['Vitello', 12.9, 'With capers (G)'],
        ['Vitello NEW', 12.9, 'With capers'],
      ]);
    },
  );

  it('keeps a table of names, descriptions and prices by rows', () => {
    const rows = ['Soup', 'Salad', 'Steak', 'Sorbet'].flatMap((name, index) => [
      run(40, 100 + index * 20, 'name', name),
      run(160, 100 + index * 20, 'name', `With bread ${name}`),
      run(400, 100 + index * 20, 'name', `${index + 8}.00`),
    ]);
    expect(read(rows).split('\n')[1]).toBe('Salad   With bread Salad .... 9.00');
  });

  it('has both prices of a dish in two sizes, and no spaces in spread letters', () => {
    const runs = [
      run(40, 100, 'heading', 'P I Z Z A'),
      ...['Marinara', 'Diavola', 'Capricciosa'].flatMap((name, index) => [
        run(40, 130 + index * 20, 'name', name),
        run(240, 130 + index * 20, 'name', '8,50'),
        run(290, 130 + index * 20, 'name', '10,50'),
      ]),
    ];
    expect(read(runs).split('\n').slice(0, 2)).toEqual(['## PIZZA', 'Marinara .... 8,50 / 10,50']);
  });
});
