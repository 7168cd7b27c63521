import type { PdfRun } from './pdf-page.ts';

/** Small text is raised if it is at most this large, in letter sizes of what it stands behind, and so much above its baseline. */
const SMALL = 0.85;
const ABOVE = { least: 0.1, most: 0.75 };
/** From the end of what it stands behind, in letter sizes. */
const BEHIND = { least: -0.1, most: 0.35 };
/** Baselines further below are not looked at, in points. */
const LOWEST = 100;
/** A longer text is none. */
const LONGEST = 12;

/** The runs with what is raised behind a text, such as cents and codes of allergens, on the line of that text. */
export function withRaisedText(runs: readonly PdfRun[]): PdfRun[] {
  const lines = new Map<number, PdfRun[]>();
  return runs
    .toSorted((a, b) => a.x - b.x)
    .map((run) => {
      if (run.text.trim() === '') return run;
      const base = run.text.length > LONGEST ? undefined : baseOf(run, lines);
      const { y, size, font } = base ?? run;
      const shown = base ? { ...run, y, size, font, text: raised(run.text, base.text) } : run;
      const line = lines.get(Math.round(y));
      if (line) line.push(shown);
      else lines.set(Math.round(y), [shown]);
      return shown;
    });
}

/** What a run stands raised behind. */
function baseOf(run: PdfRun, lines: ReadonlyMap<number, readonly PdfRun[]>): PdfRun | undefined {
  const isBase = ({ x, y, width, size }: PdfRun) => {
    const [above, behind] = [(y - run.y) / size, (run.x - x - width) / size];
    return run.size <= size * SMALL && isWithin(above, ABOVE) && isWithin(behind, BEHIND);
  };
  const first = Math.round(run.y);
  for (let line = first; line <= first + Math.min(run.size * 2, LOWEST); line++) {
    const base = lines.get(line)?.findLast(isBase);
    if (base) return base;
  }
  return undefined;
}

const isWithin = (value: number, { least, most }: typeof ABOVE) => value >= least && value <= most;

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const CODES = /^(?:[A-Za-z]|\d{1,2})(?:[ ,./·]+(?:[A-Za-z]|\d{1,2}))*$/;

/** A raised text as the reader knows it: "6" and "50" are "6⁵⁰", "Tuna" and "A,D" are "Tuna (A,D)". */
function raised(text: string, base: string): string {
  const written = text.trim();
  if (/^\d[\d ,·.]*$/.test(written)) return written.replace(/\d/g, (digit) => DIGITS[Number(digit)] ?? digit);
  if (CODES.test(written)) return ` (${written})`;
  return /\p{L}$/u.test(base) && /^\p{L}/u.test(text) ? ` ${text}` : text;
}
