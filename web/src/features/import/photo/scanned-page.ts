import type { PdfPage, PdfRun } from '../pdf/pdf-page.ts';
import { middle, textOfPages } from '../pdf/pdf-text.ts';
import { hasRightToLeft, inReadingOrder } from '../pdf/right-to-left.ts';

/** A word where it stands on a picture. Lengths are in pixels, from the top left corner. */
export interface ScannedWord {
  text: string;
  /** How sure the reader is of it, from 0 to 100. */
  confidence: number;
  bbox: Box;
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A line of words as the reader sees it; of several columns, one line for each. */
export interface ScannedLine {
  words: readonly ScannedWord[];
  /** From its start to its end. */
  baseline: Box;
  rowAttributes: { rowHeight: number };
}

/** What was read on a picture. */
export interface ScannedPage {
  lines: readonly ScannedLine[];
  /** Of the picture, in pixels. */
  width: number;
  height: number;
}

/** Words that are less sure are marked in the preview. Other scripts than Latin are read worse, at the same confidence. */
const SURE = { usual: 85, rightToLeft: 92, spaceless: 97 };
/** Below this, a word is a stain or a drawing rather than letters; a single sign is one sooner. */
const NOISE = { word: 20, sign: 60 };

/** The height of A4 in points, to which a picture is scaled. */
const PAGE_HEIGHT = 842;
/** Letters whose sizes differ by less are of one size: the difference is the reader's. */
const SIZE_RATIO = 1.12;
/** Of the usual size, the smallest that letters have. */
const SMALLEST = 0.5;
/** The slope of a page is that of its lines with at least so many words. */
const SLOPE_WORDS = 3;
/** Between words, at least, in sizes of letters: the reader parts them where they stand close, too. */
const SPACE = 0.2;

/** A picture's words as if a PDF had drawn them there, made level, so that one reader tells columns, names and prices. */
export function pageOfWords({ lines: all, width, height }: ScannedPage): PdfPage {
  const scale = PAGE_HEIGHT / height;
  const lines = withoutSpecks(all);
  const slope = slopeOf(lines);
  const sizes = lettersOf(lines, height);
  const runs = lines.flatMap((line, at) => {
    const size = sizes[at] ?? 1;
    // Of a line that reads right to left, the reader's first word is the last one here.
    const fromLeft = wordsOf(line).toSorted((a, b) => a.bbox.x0 - b.bbox.x0);
    return fromLeft.map(({ text, bbox: { x0, x1 } }, index, words): PdfRun => {
      const y = baselineAt(line, (x0 + x1) / 2) - slope * ((x0 + x1) / 2);
      const end = endOf(text, x1, words[index + 1], size);
      return { text, x: x0 * scale, y: y * scale, width: (end - x0) * scale, size: size * scale, font: 'picture' };
    });
  });
  return { height: PAGE_HEIGHT, runs: inReadingOrder(runs, width * scale) };
}

/** Scripts without spaces between words: the reader takes their characters for words. */
const SPACELESS = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;

/** Whether a text has characters of such a script. */
export const isSpaceless = (text: string): boolean => SPACELESS.test(text);

/** Between words, at most, in sizes of letters: where the reader sees a character or a word begin and end is a guess in these scripts. */
const NEAR = { spaceless: 0.8, rightToLeft: 2 };

/** Where a word ends: in a script without spaces, where the next one begins; in one that reads right to left, a space before that. */
function endOf(text: string, end: number, next: ScannedWord | undefined, size: number): number {
  if (!next) return end;
  const gap = (next.bbox.x0 - end) / size;
  if (SPACELESS.test(text) && SPACELESS.test(next.text) && gap < NEAR.spaceless) return next.bbox.x0;
  const spaced = next.bbox.x0 - size * SPACE;
  const isNear = hasRightToLeft(text) && hasRightToLeft(next.text) && gap < NEAR.rightToLeft;
  return isNear ? spaced : Math.min(end, spaced);
}

/**
 * The size of a line's letters as it is seen, in pixels: the reader measures that of Latin letters. In a script without spaces it is what a
 * character takes, in one that reads right to left the height of the line's high words.
 */
export function heightOf({ words, rowAttributes }: ScannedLine): number {
  const heights = words
    .filter(({ text }) => hasRightToLeft(text))
    .map(({ bbox }) => bbox.y1 - bbox.y0)
    .sort((a, b) => a - b);
  const high = heights[Math.ceil((heights.length - 1) * HIGH)];
  if (high !== undefined) return Math.max(1, high);
  const spaceless = words.filter(({ text }) => SPACELESS.test(text)).toSorted((a, b) => a.bbox.x0 - b.bbox.x0);
  const text = spaceless.map((word) => word.text).join('');
  const [first, last] = [spaceless[0], spaceless.at(-1)];
  if (!first || !last || text.length < PITCH_MIN) return Math.max(1, rowAttributes.rowHeight);
  // The space behind a full stop is not part of it.
  return (last.bbox.x1 - first.bbox.x0) / (text.length - (/[。、]$/.test(text) ? 0.5 : 0));
}

/** So many characters tell what one takes. */
const PITCH_MIN = 2;
/** So many of a line's words are lower than its letters can be, or reach into the next line. */
const HIGH = 0.75;
const wordsOf = ({ words }: ScannedLine) =>
  words.filter(({ text, confidence }) => {
    if (text.trim() === '') return false;
    const least = /^[^\d]$/u.test(text.trim()) ? NOISE.sign : NOISE.word;
    return confidence >= least || SPACELESS.test(text);
  });

function withoutSpecks(lines: readonly ScannedLine[]): ScannedLine[] {
  const usual = middle(lines.map(heightOf)) ?? 0;
  return lines.filter((line) => heightOf(line) >= usual * SMALLEST);
}

/**
 * The size of the letters of each line: the same for lines that are set in the same size, and for all where most read right to left,
 * because there it is a guess.
 */
function lettersOf(lines: readonly ScannedLine[], height: number): number[] {
  const growth = growthOf(lines, height);
  const sizes = lines.map((line) => heightOf(line) / (1 + growth * (downOf(line) / height)));
  const groups = sizes.toSorted((a, b) => a - b).map((size) => [size]);
  const mirrored = lines.filter(({ words }) => words.some(({ text }) => hasRightToLeft(text)));
  if (mirrored.length * 2 > lines.length) return lines.map(() => middle(mirrored.map(heightOf)) ?? 1);
  const meanOf = (group: readonly number[]) => group.reduce((sum, size) => sum + size, 0) / group.length;
  while (groups.length > 1) {
    const ratios = groups.slice(1).map((group, index) => meanOf(group) / meanOf(groups[index] ?? group));
    const least = Math.min(...ratios);
    if (least >= SIZE_RATIO) break;
    const at = ratios.indexOf(least);
    groups.splice(at, 2, [...(groups[at] ?? []), ...(groups[at + 1] ?? [])]);
  }
  return sizes.map((size) => meanOf(groups.find((group) => group.includes(size)) ?? [size]));
}

/** How much the foot of a photo is larger or smaller than its middle, at most. */
const GROWTH_MAX = 0.5;
const GROWTH_STEP = 0.02;
/** Lines that are as alike in size may be set in the same. */
const ALIKE = 0.04;
/** A page of a menu has fewer; more would be compared for long. */
const COMPARED_MAX = 300;

/** What a photo from aslant adds to the size of letters from the head of the page to its foot: that with which most lines are alike. */
function growthOf(lines: readonly ScannedLine[], height: number): number {
  const seen = lines
    .slice(0, COMPARED_MAX)
    .map((line) => ({ size: Math.log(heightOf(line)), down: downOf(line) / height }));
  let best = { growth: 0, alike: 0 };
  for (let step = 0; step <= GROWTH_MAX / GROWTH_STEP; step++) {
    for (const growth of [step * GROWTH_STEP, -step * GROWTH_STEP]) {
      const sizes = seen.map(({ size, down }) => size - Math.log(1 + growth * down));
      const alike = sizes.reduce(
        (sum, a, index) => sum + sizes.slice(index + 1).filter((b) => Math.abs(a - b) < ALIKE).length,
        0,
      );
      if (alike > best.alike) best = { growth, alike };
    }
  }
  return best.growth;
}

const downOf = ({ baseline }: ScannedLine) => (baseline.y0 + baseline.y1) / 2;

/** How much the lines of a page fall from left to right. */
export function slopeOf(lines: readonly ScannedLine[]): number {
  const slopes = lines
    .filter(({ words }) => words.length >= SLOPE_WORDS)
    .map(({ baseline: { x0, y0, x1, y1 } }) => (y1 - y0) / Math.max(1, x1 - x0));
  return middle(slopes) ?? 0;
}

/** Where the baseline of a line is at `x`, in pixels from the top. */
export const baselineAt = ({ baseline: { x0, y0, x1, y1 } }: ScannedLine, x: number) =>
  y0 + ((y1 - y0) * (x - x0)) / Math.max(1, x1 - x0);

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
  const all = pages.flatMap((page) => page.lines.map(wordsOf));
  const hasLostMark = lostMarkFinder(all.flat());
  for (const words of all) {
    const beside = words.map((word) => word.text);
    for (const { text: word, confidence } of words) {
      if (isSure({ text: word, confidence }) && !hasLostMark(word)) continue;
      const shared = lines.map(({ text: line, tokens }) =>
        tokens.has(word) || (mayBeWithin(word) && line.includes(word))
          ? beside.filter((one) => tokens.has(one)).length + 1
          : 0,
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

/** Whether the reader is so sure of a word that it need not be checked. */
export function isSure({ text, confidence }: Pick<ScannedWord, 'text' | 'confidence'>): boolean {
  if (SPACELESS.test(text)) return confidence >= SURE.spaceless;
  return confidence >= (hasRightToLeft(text) ? SURE.rightToLeft : SURE.usual);
}

/** Of prices that are written as 12.50, so many of a hundred show that a number such as 1250 has lost its mark. */
const MARKED_MIN = 60;

/** Tells which numbers may be prices whose decimal mark was not read, of which the reader itself is sure. */
function lostMarkFinder(words: readonly ScannedWord[]): (word: string) => boolean {
  const count = (kind: RegExp) => words.filter(({ text }) => kind.test(text)).length;
  const marked = count(/\d[.,]\d\d$/);
  const areMarked = marked > 0 && marked * 100 >= MARKED_MIN * (marked + count(UNMARKED));
  return (word) => areMarked && UNMARKED.test(word);
}

const UNMARKED = /^\P{L}?\d{3,}$/u;

/** Whether a word may be joined with those beside it; a sign is in too many lines. */
const mayBeWithin = (word: string) => word.length > 2 || SPACELESS.test(word);

const tokensOf = (line: string) => line.split(/\s+/);

interface ReadBlocks {
  blocks: readonly { paragraphs: readonly { lines: readonly ScannedLine[] }[] }[] | null;
}

/** The text of pictures. Each is a page of its own: photos are taken from different distances. */
export const textOfScans = (pages: readonly ScannedPage[]): string =>
  pages
    .map((page) => textOfPages([pageOfWords(page)]))
    .filter(Boolean)
    .join('\n\n');

/** All lines of what the reader returns, without its blocks and paragraphs. */
export const linesOf = ({ blocks }: ReadBlocks): ScannedLine[] =>
  (blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) =>
      lines.map(({ words, ...line }) => ({
        ...line,
        words: words.map((word) => ({ ...word, text: word.text.replace(DIRECTIONS, '') })),
      })),
    ),
  );

/** Marks of the direction of writing, which the reader adds. */
const DIRECTIONS = /[\u200e\u200f]/g;
