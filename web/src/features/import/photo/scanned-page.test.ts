import { describe, expect, it } from 'vitest';
import { aScannedLine } from '../../../test/photo-reader.ts';
import { textOfPages } from '../pdf/pdf-text.ts';
import { readMenuText } from '../read-text.ts';
import { tableOfText } from '../table/table-of-text.ts';
import { readerLanguages } from './photo-languages.ts';
import { readSize } from './read-size.ts';
import { doubtsIn, pageOfWords, type ScannedPage } from './scanned-page.ts';
import { stretchContrast } from './stretch-contrast.ts';

const pageOf = (...lines: ScannedPage['lines']): ScannedPage => ({ lines, width: 1_000, height: 1_400 });
const textOf = (page: ScannedPage) => textOfPages([pageOfWords(page)]);

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
  it('are the chosen one, else those of the restaurant and the browser, three at most', () => {
    expect(readerLanguages({ chosen: 'ja', restaurant: ['de'] })).toEqual(['jpn']);
    expect(readerLanguages({ restaurant: ['de', 'zh-Hans'], browser: ['de-AT', 'pt-BR', 'en'] })).toEqual([
      'deu',
      'chi_sim',
      'por',
    ]);
    expect(readerLanguages({ restaurant: ['sw'] })).toEqual(['eng']);
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
