import type { PDFPageProxy } from 'pdfjs-dist';
import { parted } from '../parted.ts';
import type { PdfRun } from './pdf-page.ts';
import { hasRightToLeft } from './right-to-left.ts';

// A heading whose letters stand apart, as in "S O U P S  A N D  S A L A D S": pdf.js puts a space after each of its letters, and no
// wider one after a word. The gaps between the letters as they are drawn tell its words.

/** What draws a page. */
type Drawing = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;
type Library = Pick<typeof import('pdfjs-dist'), 'OPS' | 'Util'>;
type Matrix = number[];

/** A letter where it is drawn. */
interface Letter {
  text: string;
  x: number;
  end: number;
  y: number;
  /** Whether a space is drawn before it. */
  isAfterSpace: boolean;
}

/** What is drawn in a font of a thousand units for each letter size. */
type Glyph = { unicode: string; width: number; isSpace: boolean } | number | null;

/** A page with more letters is no menu. */
const LETTERS_MAX = 100_000;

/** Whether there may be letters that stand apart. */
export const hasSpreadLetters = (runs: readonly PdfRun[]): boolean => parted(runs, isOfOneLine).some(isSpread);

/** The runs of a page, with their words where letters stand apart. `view` is the page's transform. */
export function withWholeWords(
  runs: readonly PdfRun[],
  drawing: Drawing,
  library: Library,
  view: Matrix,
): readonly PdfRun[] {
  const letters = Map.groupBy(lettersOf(drawing, library, view), ({ y }) => Math.round(y));
  return parted(runs, isOfOneLine).flatMap((part) => (isSpread(part) ? (wordsOf(part, letters) ?? part) : part));
}

const LOOSE = /^\s*\S{1,3}(?:\s+\S{1,3})*\s*$/;

/** Whether two runs are of one line whose letters may stand apart. */
function isOfOneLine(a: PdfRun, b: PdfRun): boolean {
  const isLoose = ({ text }: PdfRun) => text.trim() === '' || LOOSE.test(text);
  return a.font === b.font && Math.abs(a.y - b.y) < 0.1 * a.size && isLoose(a) && isLoose(b);
}

const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether most of what stands between spaces is one letter. Arabic's letters hang together, and its marks are letters of their own. */
function isSpread(part: readonly PdfRun[]): boolean {
  if (part.some(({ text }) => hasRightToLeft(text))) return false;
  const pieces = part.flatMap(({ text }) => text.split(/\s+/).filter(Boolean));
  const least = pieces.every((piece) => IDEOGRAPHIC.test(piece)) ? 2 : 4;
  return pieces.length >= least && pieces.filter((piece) => piece.length === 1).length >= pieces.length * 0.6;
}

/** The same with whole words; `undefined` if the letters were typed with spaces, or are not found. */
function wordsOf(part: readonly PdfRun[], letters: ReadonlyMap<number, readonly Letter[]>): PdfRun[] | undefined {
  const [first] = part;
  const last = part.at(-1);
  if (!first || !last) return undefined;
  const { y, size } = first;
  const drawn = [-1, 0, 1]
    .flatMap((step) => letters.get(Math.round(y) + step) ?? [])
    .filter((one) => Math.abs(one.y - y) < 0.1 * size && one.x > first.x - 0.1 * size && one.x < last.x + last.width)
    .sort((a, b) => a.x - b.x)
    .filter(({ text, x }, index, all) => all[index - 1]?.text !== text || x - (all[index - 1]?.x ?? 0) > 0.1 * size);
  if (withoutSpaces(drawn) !== withoutSpaces(part)) return undefined;
  const gaps = drawn.slice(1).map(({ x }, index) => (x - (drawn[index]?.end ?? 0)) / size);
  if (drawn.slice(1).filter(({ isAfterSpace }) => isAfterSpace).length > gaps.length / 2) return undefined;
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const runs: PdfRun[] = [];
  drawn.forEach(({ text, x, end }, index) => {
    const run = runs.at(-1);
    const gap = gaps[index - 1] ?? 0;
    if (run && gap <= 2 * usual + SPACE_MAX) {
      run.text += gap > 1.4 * usual + SPACE_MIN ? ` ${text}` : text;
      run.width = end - run.x;
    } else runs.push({ ...first, text, x, width: end - x });
  });
  return runs;
}

/** A space between words adds this much to what is between letters, in letter sizes; more separates a name from its price. */
const SPACE_MIN = 0.1;
const SPACE_MAX = 0.8;

const withoutSpaces = (texts: readonly { text: string }[]) =>
  texts
    .map(({ text }) => text)
    .join('')
    .normalize('NFKC')
    .replace(/\s/g, '');

function lettersOf({ fnArray, argsArray }: Drawing, { OPS, Util }: Library, view: Matrix): Letter[] {
  const letters: Letter[] = [];
  let state = { matrix: view, size: 0, spacing: 0, wordSpacing: 0, stretch: 1, leading: 0 };
  const saved: (typeof state)[] = [];
  let line: Matrix = [1, 0, 0, 1, 0, 0];
  let advance = 0;
  let isAfterSpace = false;

  const startLine = (matrix: Matrix) => {
    line = matrix;
    advance = 0;
  };
  const moveLine = (x: number, y: number) => startLine(Util.transform(line, [1, 0, 0, 1, x, y]));
  const show = (glyphs: readonly Glyph[]) => {
    for (const glyph of glyphs) {
      if (glyph === null) continue;
      if (typeof glyph === 'number') {
        advance -= (glyph * state.size * state.stretch) / 1000;
        continue;
      }
      const width = (glyph.width * state.size * state.stretch) / 1000;
      if (glyph.unicode.trim() !== '') {
        const [scale = 0, , , , x = 0, y = 0] = Util.transform(
          state.matrix,
          Util.transform(line, [1, 0, 0, 1, advance, 0]),
        );
        letters.push({ text: glyph.unicode, x, end: x + scale * width, y, isAfterSpace });
      }
      isAfterSpace = glyph.unicode.trim() === '';
      advance += width + (state.spacing + (glyph.isSpace ? state.wordSpacing : 0)) * state.stretch;
    }
  };

  const set = (change: Partial<typeof state>) => {
    state = { ...state, ...change };
  };
  const transform = (matrix: Matrix) => set({ matrix: Util.transform(state.matrix, matrix) });
  const save = () => saved.push(state);
  const restore = () => {
    state = saved.pop() ?? state;
  };

  const acts: Readonly<Record<number, (...args: never[]) => void>> = {
    [OPS.save]: save,
    [OPS.restore]: restore,
    [OPS.paintFormXObjectBegin]: (matrix: Matrix | null) => {
      save();
      if (matrix) transform(matrix);
    },
    [OPS.paintFormXObjectEnd]: restore,
    [OPS.transform]: (...matrix: Matrix) => transform(matrix),
    [OPS.setFont]: (_: string, size: number) => set({ size }),
    [OPS.setCharSpacing]: (spacing: number) => set({ spacing }),
    [OPS.setWordSpacing]: (wordSpacing: number) => set({ wordSpacing }),
    [OPS.setHScale]: (percent: number) => set({ stretch: percent / 100 }),
    [OPS.setLeading]: (leading: number) => set({ leading: -leading }),
    [OPS.beginText]: () => startLine([1, 0, 0, 1, 0, 0]),
    [OPS.setTextMatrix]: (matrix: Matrix) => startLine([...matrix]),
    [OPS.moveText]: moveLine,
    [OPS.setLeadingMoveText]: (x: number, y: number) => {
      set({ leading: y });
      moveLine(x, y);
    },
    [OPS.nextLine]: () => moveLine(0, state.leading),
    [OPS.showText]: show,
  };
  for (const [index, fn] of fnArray.entries()) {
    acts[fn]?.(...((argsArray[index] ?? []) as never[]));
    if (letters.length > LETTERS_MAX) return [];
  }
  return letters;
}
