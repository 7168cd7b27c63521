import { describe, expect, it } from 'vitest';
import { aScannedLine } from '../../../test/photo-reader.ts';
import { readMenuText } from '../read-text.ts';
import { planTable } from '../table/plan-table.ts';
import { tableOfText } from '../table/table-of-text.ts';
import { grayOf } from './gray-of.ts';
import { BORDER, cutOut, toFile } from './gray-picture.ts';
import { doubtfulParts, LOOKS, needsSecondLook, withOwnWords, withSecondLook } from './look-again.ts';
import { readerLanguages } from './photo-languages.ts';
import { readSize } from './read-size.ts';
import { doubtsIn, type ScannedPage, textOfScans } from './scanned-page.ts';

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
    expect(grayOf(faint)).toEqual(new Uint8Array([...Array(50).fill(0), ...Array(50).fill(255)]));
    const empty = pixels(...Array(50).fill(200), ...Array(50).fill(210));
    expect([grayOf(empty)[0], grayOf(empty).at(-1)]).toEqual([200, 210]);
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

describe('a part of a picture', () => {
  /** White, with a black line that falls by a third from left to right. */
  const gray = new Uint8Array(60 * 40).fill(255);
  for (let x = 0; x < 60; x++) gray[(10 + Math.round(x / 3)) * 60 + x] = 0;
  const picture = { gray, width: 60, height: 40 };
  const darkest = ({ gray: levels, width }: typeof picture, column: number) => {
    const of = Array.from({ length: levels.length / width }, (_, row) => levels[row * width + column] ?? 255);
    return of.indexOf(Math.min(...of));
  };

  it('is made level, also where the picture is turned before, and larger', () => {
    const box = { x0: 10, y0: 10, x1: 50, y1: 30 };
    const level = cutOut(picture, { ...box, turn: 0, slope: 1 / 3 });
    expect([level.width, level.height]).toEqual([40 + 2 * BORDER, 20 + 2 * BORDER]);
    for (const cut of [level, cutOut(picture, { ...box, turn: -Math.atan(1 / 3), slope: 0 })]) {
      expect(Math.abs(darkest(cut, BORDER + 5) - darkest(cut, BORDER + 35))).toBeLessThanOrEqual(1);
    }
    const larger = cutOut(picture, { ...box, turn: 0, slope: 1 / 3 }, 2);
    expect([larger.width, larger.height]).toEqual([2 * level.width, 2 * level.height]);
    expect(Math.abs(darkest(larger, 2 * (BORDER + 20)) - 2 * darkest(level, BORDER + 20))).toBeLessThanOrEqual(2);
  });

  it('is a file that the reader knows', () => {
    const file = toFile({ gray: Uint8Array.of(0, 255), width: 2, height: 1 });
    expect(new TextDecoder('latin1').decode(file)).toBe('P5 2 1 255\n\0ÿ');
  });
});

describe('words of other letters than Latin', () => {
  const tempura = aScannedLine(200, [
    ['天井', 60],
    ['9.50', 95],
  ]);

  it('are read again where the reader is not sure, without the price beside them', () => {
    const [part, ...others] = doubtfulParts([tempura]);
    expect([part?.line, part?.words.map(({ text }) => text), others]).toEqual([0, ['天井'], []]);
    expect(
      doubtfulParts([
        aScannedLine(200, [
          ['天丼', 99],
          ['9.50', 20],
        ]),
      ]),
    ).toEqual([]);
    expect(
      doubtfulParts([
        aScannedLine(200, [
          ['Tempura', 20],
          ['9.50', 20],
        ]),
      ]),
    ).toEqual([]);
  });

  it('are what two looks agree on, else what the reader is surest of', () => {
    const [part] = doubtfulParts([tempura]);
    const read = (...looks: [string, number][]) => {
      const lines = looks.map((word) => [aScannedLine(20, [word])]);
      return part && withOwnWords(tempura, part, lines).words.map(({ text }) => text);
    };
    expect(LOOKS).toHaveLength(2);
    expect(read(['天丼', 40], ['天丼', 30])).toEqual(['9.50', '天丼']);
    expect(read(['天丼', 70], ['天汁', 30])).toEqual(['9.50', '天丼']);
    expect(read(['天丼', 70], ['天井', 30])).toEqual(['9.50', '天井']);
  });
});

describe('a page that reads right to left', () => {
  type Placed = [text: string, x0: number, x1: number, height?: number];
  const line = (y: number, ...words: Placed[]) => ({
    words: words.map(([text, x0, x1, height = 28]) => ({
      text,
      confidence: 95,
      bbox: { x0, y0: y - height, x1, y1: y },
    })),
    baseline: { x0: 100, y0: y, x1: 900, y1: y },
    rowAttributes: { rowHeight: 30 },
  });
  const knafeh = line(200, ['كنافة', 860, 900], ['نابلسية', 770, 822, 43], ['38.00', 100, 180]);

  it('has letters of one size, whose height is a guess, and words that may stand apart', () => {
    const page = pageOf(
      line(100, ['حلويات', 800, 900, 44]),
      knafeh,
      line(240, ['بالجبنة،', 820, 900, 36], ['ساخنة.', 740, 810]),
      line(300, ['جلاب', 820, 900], ['24.00', 100, 180]),
      line(340, ['شراب', 820, 900, 22]),
    );
    const [section] = readMenuText(textOf(page)).sections;
    expect(section?.name).toBe('حلويات');
    expect(section?.dishes.map(({ name, price, description }) => [name, price, description])).toEqual([
      ['كنافة نابلسية', 38, 'بالجبنة، ساخنة.'],
      ['جلاب', 24, 'شراب'],
    ]);
  });

  it('is looked at again for prices that were missed or may be wrong', () => {
    const price = (text: string, confidence: number, y: number, x0 = 100) => ({
      ...line(y),
      words: [{ text, confidence, bbox: { x0, y0: y - 28, x1: x0 + 80, y1: y } }],
    });
    const names = [line(200, ['كنافة', 860, 900]), line(240, ['نابلسية', 770, 822]), line(280, ['شراب', 820, 900])];
    const found = [...names, price('3.8', 89, 200)];
    const sure = [...names, price('38.00', 96, 200)];
    expect([needsSecondLook(names), needsSecondLook(found), needsSecondLook(sure)]).toEqual([true, true, false]);
    const more = [
      price('38.00', 96, 201),
      price('24.00', 95, 240),
      price('7', 95, 280, 830),
      line(400, ['جلاب', 820, 900]),
    ];
    const words = withSecondLook(found, more).flatMap((one) => one.words.map(({ text }) => text));
    expect(words).toEqual(['كنافة', 'نابلسية', 'شراب', '38.00', '24.00', 'جلاب']);
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
