import type { ChosenUses } from './propose-uses.ts';

/** Of how many kinds of files the choice is remembered. */
const REMEMBERED = 30;
const KEY = 'importColumns';

/** By headings, the last chosen at the end. */
type Remembered = [headings: string, uses: ChosenUses][];

function remembered(): Remembered {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Remembered;
  } catch {
    return [];
  }
}

const nameOf = (headings: readonly string[]): string => headings.join('\t');

/** What the owner took the columns for in the last file with these headings, on this device. */
export const rememberedColumns = (headings: readonly string[]): ChosenUses =>
  headings.some(Boolean) ? (remembered().find(([name]) => name === nameOf(headings))?.[1] ?? {}) : {};

/** Remembers what the columns of files with these headings are. */
export function rememberColumns(headings: readonly string[], uses: ChosenUses): void {
  // Files without headings are not alike.
  if (!headings.some(Boolean)) return;
  const others = remembered().filter(([name]) => name !== nameOf(headings));
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [nameOf(headings), uses]].slice(-REMEMBERED)));
  } catch {
    // Without storage the owner chooses again.
  }
}
