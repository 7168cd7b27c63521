import type { PdfPage, PdfRun } from '../pdf/pdf-page.ts';
import { inReadingOrder } from '../pdf/right-to-left.ts';

/** A word where it stands on a picture. Lengths are in pixels, from the top left corner. */
export interface ScannedWord {
  text: string;
  /** How sure the reader is of it, from 0 to 100. */
  confidence: number;
  bbox: { x0: number; y0: number; x1: number; y1: number };
}

/** A line of words as the reader sees it; of several columns, one line for each. */
export interface ScannedLine {
  words: readonly ScannedWord[];
  /** From its start to its end. */
  baseline: { x0: number; y0: number; x1: number; y1: number };
  rowAttributes: { rowHeight: number };
}

/** What was read on a picture. */
export interface ScannedPage {
  lines: readonly ScannedLine[];
  /** Of the picture, in pixels. */
  width: number;
  height: number;
}

/** Words that are less sure are marked in the preview. */
const SURE = 80;
/** Below this, a word is a stain or a drawing rather than letters. */
const NOISE = 20;

/** The height of A4 in points, to which a picture is scaled. */
const PAGE_HEIGHT = 842;
/** Sizes of letters are told apart in steps of this ratio: smaller differences are the reader's. */
const SIZE_STEP = 1.2;
/** The slope of a page is that of its lines with at least so many words. */
const SLOPE_WORDS = 3;

/** A picture's words as if a PDF had drawn them there, made level, so that one reader tells columns, names and prices. */
export function pageOfWords({ lines, width, height }: ScannedPage): PdfPage {
  const scale = PAGE_HEIGHT / height;
  const slope = slopeOf(lines);
  const usual = middle(lines.map(sizeOf)) ?? 1;
  const runs = lines.flatMap((line) => {
    const steps = Math.round(Math.log(sizeOf(line) / usual) / Math.log(SIZE_STEP));
    const size = usual * SIZE_STEP ** steps * LETTERS;
    return wordsOf(line).map(({ text, bbox: { x0, x1 } }, index, all): PdfRun => {
      const y = baselineAt(line, (x0 + x1) / 2) - slope * ((x0 + x1) / 2);
      const end = endOf(text, x1, all[index + 1], size);
      return { text, x: x0 * scale, y: y * scale, width: (end - x0) * scale, size: size * scale, font: 'picture' };
    });
  });
  return { height: PAGE_HEIGHT, runs: inReadingOrder(runs, width * scale) };
}

/** Scripts without spaces between words: the reader takes their characters for words. */
const SPACELESS = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;

/** Where a word ends: in a script without spaces, where the next one begins. */
const endOf = (text: string, end: number, next: ScannedWord | undefined, size: number) =>
  next && SPACELESS.test(text) && SPACELESS.test(next.text) && next.bbox.x0 - end < size / 2 ? next.bbox.x0 : end;

/** What of a line's height its letters are. */
const LETTERS = 0.8;
const sizeOf = ({ rowAttributes }: ScannedLine) => Math.max(1, rowAttributes.rowHeight);
const wordsOf = ({ words }: ScannedLine) => words.filter(({ text, confidence }) => text.trim() && confidence >= NOISE);

function slopeOf(lines: readonly ScannedLine[]): number {
  const slopes = lines
    .filter(({ words }) => words.length >= SLOPE_WORDS)
    .map(({ baseline: { x0, y0, x1, y1 } }) => (y1 - y0) / Math.max(1, x1 - x0));
  return middle(slopes) ?? 0;
}

const baselineAt = ({ baseline: { x0, y0, x1, y1 } }: ScannedLine, x: number) =>
  y0 + ((y1 - y0) * (x - x0)) / Math.max(1, x1 - x0);

const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** A line of the text with words of which the reader is not sure. */
export interface DoubtfulLine {
  text: string;
  words: readonly string[];
}

/** The lines of `text` with doubtful words: those that share the most words with the line of the picture. */
export function doubtsIn(text: string, pages: readonly ScannedPage[]): DoubtfulLine[] {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ text: line.trim(), tokens: new Set(tokensOf(line)), words: new Set<string>() }));
  for (const scanned of pages.flatMap((page) => page.lines)) {
    const words = wordsOf(scanned);
    const beside = words.map((word) => word.text);
    for (const { text: word, confidence } of words) {
      if (confidence >= SURE) continue;
      const shared = lines.map(({ text: line, tokens }) =>
        tokens.has(word) || line.includes(word) ? beside.filter((one) => tokens.has(one)).length + 1 : 0,
      );
      const most = Math.max(...shared);
      lines.forEach((line, index) => {
        if (most > 0 && shared[index] === most) line.words.add(word);
      });
    }
  }
  return lines
    .filter(({ words }) => words.size > 0)
    .map(({ text: line, words }) => ({ text: line, words: [...words] }));
}

const tokensOf = (line: string) => line.split(/\s+/);

interface ReadBlocks {
  blocks: readonly { paragraphs: readonly { lines: readonly ScannedLine[] }[] }[] | null;
}

/** All lines of what the reader returns, without its blocks and paragraphs. */
export const linesOf = ({ blocks }: ReadBlocks): ScannedLine[] =>
  (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
