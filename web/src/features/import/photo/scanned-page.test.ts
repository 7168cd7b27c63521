import { describe, expect, it } from 'vitest';
import { aScannedLine } from '../../../test/photo-reader.ts';
import { readMenuText } from '../read-text.ts';
import { planTable } from '../table/plan-table.ts';
import { tableOfText } from '../table/table-of-text.ts';
import { readerLanguages } from './photo-languages.ts';
import { readSize } from './read-size.ts';
import { doubtsIn, type ScannedPage, textOfScans } from './scanned-page.ts';
import { stretchContrast } from './stretch-contrast.ts';

const pageOf = (...lines: ScannedPage['lines']): ScannedPage => ({ lines, width: 1_000, height: 1_400 });
const textOf = (page: ScannedPage) => textOfScans([page]);

describe('a picture before it is read', () => {
  it('has at most 2,500 pixels on its longest side, and is never made larger', () => {
    expect(readSize(3_000, 4_000)).toEqual({ width: 1_875, height: 2_500 });
    expect(readSize(600, 800)).toEqual({ width: 600, height: 800 });
  });

  it('becomes gray with all of its contrast, but for one that is empty', () => {
    const pixels = (...grays: number[]) => new Uint8ClampedArray(grays.flatMap((gray) => [gray, gray, gray, 255]));
    const faint = pixels(...Array(50).fill(100), ...Array(50).fill(180));
    stretchContrast(faint);
    expect([faint[0], faint[1], faint.at(-2), faint.at(-1)]).toEqual([0, 0, 255, 255]);
    const empty = pixels(...Array(50).fill(200), ...Array(50).fill(210));
    stretchContrast(empty);
    expect([empty[0], empty.at(-2)]).toEqual([200, 210]);
  });
});

describe('the languages of a photo', () => {
  it('are the chosen one, else one in Latin letters and one in others', () => {
    expect(readerLanguages({ chosen: 'ja', restaurant: ['de'] })).toEqual(['jpn']);
    expect(readerLanguages({ restaurant: ['en'], browser: ['de-AT', 'pt-BR', 'en'] })).toEqual(['deu']);
    expect(readerLanguages({ restaurant: ['zh-Hans', 'en', 'fr'], browser: ['de'] })).toEqual(['chi_sim', 'fra']);
    expect(readerLanguages({ restaurant: ['ja'], browser: ['ja'] })).toEqual(['jpn']);
  });

  it('are French for English, which has the accents of both', () => {
    expect(readerLanguages({ restaurant: ['en'], browser: ['en-US'] })).toEqual(['fra']);
    expect(readerLanguages({ restaurant: ['ja', 'en'] })).toEqual(['jpn', 'fra']);
    expect(readerLanguages({ restaurant: ['sw'] })).toEqual(['fra']);
    expect(readerLanguages({ chosen: 'en', restaurant: ['de'] })).toEqual(['eng']);
  });
});

describe('the words on a picture', () => {
  const heading = aScannedLine(100, [['PASTA', 95]]);
  const carbonara = aScannedLine(200, [
    ['Carbonara', 94],
    ['13.00', 95],
  ]);

  it('become lines with their price, also on a page that leans', () => {
    const cacio = aScannedLine(300, [
      ['Cacio', 95],
      ['e', 95],
      ['pepe', 95],
      ['12.50', 95],
    ]);
    const leaning = [heading, carbonara, cacio].map((line) => {
      const { x0, y0, x1, y1 } = line.baseline;
      return { ...line, baseline: { x0, y0: y0 - 20, x1, y1: y1 + 20 } };
    });
    const page = pageOf(...leaning);
    const [section] = readMenuText(textOf(page)).sections;
    expect(section?.name).toBe('PASTA');
    expect(section?.dishes.map(({ name, price }) => [name, price])).toEqual([
      ['Carbonara', 13],
      ['Cacio e pepe', 12.5],
    ]);
  });

  /** A page of names, each on two lines with its description below, in a photo from aslant whose foot is nearer. */
  const aslant = ['Carbonara', 'Gricia', 'Amatriciana', 'Arrabbiata'].flatMap((name, index) => {
    const nearer = 1 + index * 0.05;
    const at = (row: number) => 200 + index * 300 + row * 45;
    const sized = (line: ScannedPage['lines'][number], size: number) => ({
      ...line,
      rowAttributes: { rowHeight: size * nearer },
    });
    return [
      sized(
        aScannedLine(at(0), [
          ['Spaghetti', 95],
          ['13.00', 95],
        ]),
        36,
      ),
      sized(aScannedLine(at(1), [[`alla ${name}`, 95]]), 37),
      sized(aScannedLine(at(2), [['With eggs, cheese and black pepper.', 95]]), 30),
    ];
  });

  it('of a wrapped name are one name, in a photo from aslant, too', () => {
    const [section] = readMenuText(textOf(pageOf(...aslant))).sections;
    expect(section?.dishes.map(({ name, description }) => [name, description])).toEqual(
      ['Carbonara', 'Gricia', 'Amatriciana', 'Arrabbiata'].map((name) => [
        `Spaghetti alla ${name}`,
        'With eggs, cheese and black pepper.',
      ]),
    );
  });

  it('that are a doubtful heading leave its dishes out until the owner ticks them', () => {
    const page = pageOf(aScannedLine(100, [['PASIA', 60]]), carbonara);
    const text = textOf(page);
    const table = tableOfText(readMenuText(text), { text, doubts: doubtsIn(text, [page]) });
    const menu = { categories: [], items: [], dayparts: [], optionGroups: [], translations: [], timeZone: 'UTC' };
    const money = { currency: 'USD', digits: 2 } as const;
    const [row] = planTable(table as NonNullable<typeof table>, menu, money).rows;
    expect(row).toMatchObject({ action: 'skip', problems: [{ message: 'Its category “PASIA” was hard to read.' }] });
    expect(
      planTable(table as NonNullable<typeof table>, menu, money, { taken: { [row?.key ?? '']: true } }).rows,
    ).toMatchObject([{ action: 'add' }]);
  });

  it('are left out where they are noise, and doubtful where they are not sure', () => {
    const page = pageOf(
      heading,
      carbonara,
      aScannedLine(300, [
        ['Gricia', 60],
        ['13.00', 95],
      ]),
      aScannedLine(400, [['~', 5]]),
    );
    const text = textOf(page);
    const doubts = doubtsIn(text, [page]);
    expect(text).not.toContain('~');
    expect(doubts.map(({ words }) => words)).toEqual([['Gricia']]);
    const rows = tableOfText(readMenuText(text), { text, doubts })?.rows;
    expect(rows?.map(({ question, doubts: words }) => [question?.choices, words])).toEqual([
      [undefined, undefined],
      [[13], ['Gricia']],
    ]);
  });

  it('are doubtful where a price has lost its decimal mark', () => {
    const page = pageOf(
      heading,
      carbonara,
      aScannedLine(300, [
        ['Gricia', 95],
        ['12.50', 95],
      ]),
      aScannedLine(400, [
        ['Amatriciana', 95],
        ['1400', 95],
      ]),
    );
    expect(doubtsIn(textOf(page), [page]).flatMap(({ words }) => words)).toEqual(['1400']);
  });

  it('that are doubtful in a description only leave the price as it is', () => {
    const below = aScannedLine(250, [
      ['with', 95],
      ['eggs,', 95],
      ['guanciale', 50],
    ]);
    const page = pageOf(heading, carbonara, below);
    const text = textOf(page);
    const [row] = tableOfText(readMenuText(text), { text, doubts: doubtsIn(text, [page]) })?.rows ?? [];
    expect(row).toMatchObject({ doubts: ['guanciale'] });
    expect(row?.question).toBe(undefined);
  });
});
