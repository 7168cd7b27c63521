import { parted } from '../parted.ts';
import { hasRightToLeft } from '../pdf/right-to-left.ts';
import { BORDER } from './gray-picture.ts';
import {
  baselineAt,
  heightOf,
  isSpaceless,
  isSure,
  type ScannedLine,
  type ScannedWord,
  slopeOf,
} from './scanned-page.ts';

/** Words of a line that are to be read once more by themselves. */
export interface DoubtfulPart {
  /** Which line they are of. */
  line: number;
  words: readonly ScannedWord[];
  /** Where they are on the picture, in pixels. */
  box: ScannedWord['bbox'];
  /** How much their line falls from left to right. */
  slope: number;
}

/** A page of a menu has fewer; what is more is read once. */
const PARTS_MAX = 120;
/** Between a name and its price, at least, in sizes of letters. */
const APART = 1.5;
/** Around words, in sizes of their letters; less below, where the next line may be near. */
const MARGIN = { beside: 0.25, below: 0.1 };
/** Above and below the baseline, at most, in sizes of letters. */
const REACH = { above: 1.25, below: 0.5 };
/** At the start of a line that reads right to left, at most, in sizes of letters. */
const MISSED = 3;

/** On a page of a menu, more of the lines have a price. */
const PRICED_MIN = 0.25;
/** Of numbers amid letters that read right to left, the reader is sure only if it is as sure as that. */
const SURE_NUMBER = 94;

/** Whether a page reads right to left, and its prices were missed or may be wrong. */
export function needsSecondLook(lines: readonly ScannedLine[]): boolean {
  const words = lines.flatMap((line) => line.words);
  const prices = words.filter(isPrice);
  const areSure = prices.every(({ confidence }) => confidence >= SURE_NUMBER);
  return isMost(words, hasRightToLeft) && !(areSure && prices.length >= lines.length * PRICED_MIN);
}

/** The lines of a page with what another look at it found where no word was seen before, and its prices where it is surer of them. */
export function withSecondLook(lines: readonly ScannedLine[], more: readonly ScannedLine[]): ScannedLine[] {
  const seen = lines.flatMap(({ words }) => words);
  const isSurer = (one: ScannedWord) =>
    seen.every((word) => !overlap(word, one) || (isPrice(word) && isPrice(one) && word.confidence <= one.confidence));
  const found = more.map((line) => ({ ...line, words: line.words.filter(isSurer) }));
  const prices = found.flatMap(({ words }) => words);
  const kept = lines.map((line) => ({
    ...line,
    words: line.words.filter((word) => !prices.some((price) => overlap(word, price))),
  }));
  return [...kept, ...found].filter(({ words }) => words.length > 0);
}

const overlap = ({ bbox: a }: ScannedWord, { bbox: b }: ScannedWord) =>
  a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

/** The parts of a page in other letters than Latin with a word of which the reader is not sure: of these, a line by itself is read better. */
export function doubtfulParts(lines: readonly ScannedLine[]): DoubtfulPart[] {
  const lettered = lines.flatMap(({ words }) => words).filter(hasLetters);
  const isRightToLeft = isMost(lettered, hasRightToLeft);
  if (!isRightToLeft && !isMost(lettered, isSpaceless)) return [];
  const slope = slopeOf(lines);
  /** Where lines that read right to left begin. */
  const edge = isRightToLeft ? Math.max(...lettered.map(({ bbox }) => bbox.x1)) : 0;
  return lines
    .flatMap((line, at) =>
      piecesOf(line)
        .filter((words) => words.some(hasLetters) && !words.every(isSure))
        .map((words) => ({ line: at, words, box: boxOf(line, words, edge), slope })),
    )
    .slice(0, PARTS_MAX);
}

/** Whether most words with letters are so. */
function isMost(words: readonly ScannedWord[], is: (text: string) => boolean): boolean {
  const lettered = words.filter(hasLetters);
  return lettered.filter(({ text }) => is(text)).length * 2 > lettered.length;
}

const isPrice = ({ text }: ScannedWord) => /^\P{L}*\d\P{L}*$/u.test(text);
const hasLetters = ({ text }: ScannedWord) => /\p{L}/u.test(text);

/** The words of a line, by the wide gaps between them. */
function piecesOf(line: ScannedLine): ScannedWord[][] {
  const apart = APART * heightOf(line);
  const fromLeft = line.words.toSorted((a, b) => a.bbox.x0 - b.bbox.x0);
  return parted(fromLeft, (next, last) => next.bbox.x0 - last.bbox.x1 < apart);
}

/** Where words are, with a margin. A line that nearly touches the next one has a box that reaches into it. */
function boxOf(line: ScannedLine, words: readonly ScannedWord[], edge: number): ScannedWord['bbox'] {
  const size = heightOf(line);
  const margin = MARGIN.beside * size;
  const edges = words.map(({ bbox }) => bbox);
  const [x0, x1] = [Math.min(...edges.map((box) => box.x0)), Math.max(...edges.map((box) => box.x1))];
  const base = baselineAt(line, (x0 + x1) / 2);
  const y0 = Math.max(Math.min(...edges.map((box) => box.y0)) - margin, base - REACH.above * size - margin);
  const y1 = Math.min(Math.max(...edges.map((box) => box.y1)) + MARGIN.below * size, base + REACH.below * size);
  // The reader may have missed how a line begins.
  const start = edge - x1 < MISSED * size ? Math.max(edge, x1) : x1;
  return { x0: x0 - margin, y0, x1: start + margin, y1: Math.max(y1, y0 + size) };
}

/** How much larger a part is looked at each time: what is read twice is most likely right. */
export const LOOKS: readonly number[] = [1, 1.5];

/** A line with what was read of a part of it by itself: what two looks agree on, else that of which the reader is surest. */
export function withOwnWords(
  line: ScannedLine,
  part: DoubtfulPart,
  looks: readonly (readonly ScannedLine[])[],
): ScannedLine {
  const others = looks.map((lines, at) =>
    lines.flatMap(({ words }) => words).map((word) => ({ ...word, bbox: placed(word.bbox, part.box, LOOKS[at] ?? 1) })),
  );
  const readings = [part.words, ...others]
    .filter((one) => lettersOf(one) !== '')
    .toSorted((a, b) => certaintyOf(b) - certaintyOf(a));
  const agreed = readings.find((one) => readings.filter((other) => lettersOf(other) === lettersOf(one)).length > 1);
  const words = agreed ?? readings[0] ?? [];
  return { ...line, words: [...line.words.filter((word) => !part.words.includes(word)), ...words] };
}

/** Letters without the marks on them, such as a shadda. */
const lettersOf = (words: readonly ScannedWord[]) =>
  words.map(({ text }) => text.replace(/[\p{M}\p{P}]/gu, '')).join('');

/** A place in a part that was looked at as one on the picture. */
const placed = ({ x0, y0, x1, y1 }: ScannedWord['bbox'], part: ScannedWord['bbox'], scale: number) => ({
  x0: part.x0 - BORDER + x0 / scale,
  y0: part.y0 - BORDER + y0 / scale,
  x1: part.x0 - BORDER + x1 / scale,
  y1: part.y0 - BORDER + y1 / scale,
});

/** How sure the reader is of words, by their letters, from 0 to 100. */
function certaintyOf(words: readonly ScannedWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
}
