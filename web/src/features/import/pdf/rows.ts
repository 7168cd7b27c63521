import { cleanLines } from '../clean-lines.ts';
import { parted } from '../parted.ts';
import { readLine, type TextStyle, textStyleOf } from '../read-line.ts';
import type { Cell, PdfPage, PdfRun, Row } from './pdf-page.ts';
import { withRaisedText } from './raised-text.ts';

/** A gap this wide, in letter sizes, separates cells; before a price a narrower one does; one of `SPACE` separates words. */
const WIDE = 1.2;
const WIDE_BEFORE_PRICE = 0.6;
const SPACE = 0.15;
/** Baselines this close, in letter sizes, are one line. */
const LEVEL = 0.35;

/** The cells of a page. */
export function cellsOf({ runs }: PdfPage): Cell[] {
  return lined(withRaisedText(runs)).flatMap((line) => joinRuns(line.toSorted((a, b) => placeOf(a) - placeOf(b))));
}

/** Cells by their lines, from the top. */
export function rowsOf(cells: readonly Cell[]): Row[] {
  return lined(cells).map((line) => ({ cells: line.toSorted((a, b) => a.x - b.x), y: line[0]?.y ?? 0 }));
}

/** Where a run stands among the others; marks stand above the middle of their letter. */
const placeOf = ({ text, x, size }: PdfRun) => (MARKS.test(text) ? x - size * 0.3 : x);

const lined = <Placed extends { y: number; size: number }>(all: readonly Placed[]): Placed[][] =>
  parted(
    all.toSorted((a, b) => a.y - b.y),
    (next, _, first) => next.y - first.y <= LEVEL * Math.max(next.size, first.size),
  );

function joinRuns(line: readonly PdfRun[]): Cell[] {
  const cells: PdfRun[][] = [];
  let last: PdfRun | undefined;
  for (const run of line) {
    if (run.text.trim() === '' || (last && isDrawnAgain(last, run))) continue;
    const cell = cells.at(-1);
    if (cell && MARKS.test(run.text)) {
      cell.push(run);
      continue;
    }
    const gap = last ? (run.x - last.x - last.width) / run.size : 0;
    if (!cell || gap > WIDE || (gap > WIDE_BEFORE_PRICE && isPrice(run.text))) cells.push([run]);
    else cell.push(gap > SPACE ? { ...run, text: ` ${run.text}` } : run);
    last = run;
  }
  return cells.map(cellOf);
}

/** Signs above and below letters, which have no width. */
const MARKS = /^\p{M}+$/u;

/** Some programs draw a text twice to make it bold. */
const isDrawnAgain = (a: PdfRun, b: PdfRun) => a.text === b.text && Math.abs(a.x - b.x) < a.size / 4;

/** Forms of letters that only fonts know: ligatures, Arabic letters by their place in a word, and parts of Chinese characters. */
const FORMS = /[\u2e80-\u2fd5\ufb00-\ufdff\ufe70-\ufefc]+/g;

/** Parts of Chinese characters that look like a character but have no normal form, and below them those characters (Unicode's CJK Radicals Supplement). */
const RADICALS = '⺠⺩⻁⻄⻅⻆⻉⻋⻑⻓⻔⻗⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲';
const CHARACTERS = '民王虎西见角贝车長长门雨青韦页风飞食马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀';

/** What a font may give instead of the middle dot of Japanese. */
const MIDDLE_DOT = /(?<=[\p{scx=Hira}\p{scx=Kana}\p{scx=Han}])\u2027(?=[\p{scx=Hira}\p{scx=Kana}\p{scx=Han}])/gu;

function withoutForms(text: string): string {
  // A mark on Arabic's ligature of lam and alef belongs to the lam.
  return text
    .replace(FORMS, (form) =>
      form.normalize('NFKC').replace(/[⺀-⻳]/g, (part) => CHARACTERS[RADICALS.indexOf(part)] ?? part),
    )
    .replace(MIDDLE_DOT, '・')
    .replace(/\u0644([\u0622-\u0627])(\p{M}+)/gu, '\u0644$2$1');
}

const SPREAD_LETTERS = /^(?:\p{L} ){3,}\p{L}(?: {2,}(?:\p{L} )+\p{L})*$/u;

function cellOf(runs: readonly PdfRun[]): Cell {
  const written = runs.map(({ text }) => text).join('');
  const text = SPREAD_LETTERS.test(written.trim()) ? written.trim().replace(/(\p{L}) (?=\p{L})/gu, '$1') : written;
  const longest = runs.reduce((most, run) => (run.text.length > most.text.length ? run : most));
  const first = runs[0] ?? longest;
  const last = runs.at(-1) ?? longest;
  const shown = cleanLines(withoutForms(text))[0] ?? '';
  return {
    text: shown,
    x: first.x,
    end: last.x + last.width,
    y: longest.y,
    size: longest.size,
    style: `${longest.font} ${Math.round(longest.size * 2) / 2}`,
    isPrice: isPrice(shown),
  };
}

const ANY_STYLE: TextStyle = { ...textStyleOf([], 2), isLarge: true };

/** Whether a name before the text would make it a dish. */
export function isPrice(text: string): boolean {
  if (!/[\p{N}\p{L}]/u.test(text)) return false;
  const line = readLine(`Name\t${text.trim()}`, ANY_STYLE);
  if (line.kind !== 'dish' || line.name !== 'Name') return false;
  // "14 each" and "from 14" are one, "Last hour 14" is not.
  return (
    line.description === null ||
    line.description === text.trim() ||
    (/^[\d\p{Sc}]/u.test(text) && line.description.length <= 12)
  );
}

/** Whether a line would be a dish and its price. */
export const endsWithPrice = (text: string): boolean => readLine(text, ANY_STYLE).kind === 'dish';
