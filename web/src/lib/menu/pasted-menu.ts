/** A text that was pasted outside of the screen Import, or files that were chosen there. */
export interface Pasted {
  text: string;
  files?: readonly File[];
  /** The category for dishes before the first heading. */
  categoryId?: number;
}

let pasted: Pasted = { text: '' };

/** A text of several lines is a menu, or a part of one. */
export const isMenuText = (text: string): boolean =>
  text
    .trim()
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim()).length > 1;

/** Keeps what was pasted elsewhere for the screen Import. */
export function keepPasted(found: Pasted): void {
  pasted = found;
}

/** What was pasted elsewhere, until it is forgotten. */
export const keptPasted = (): Pasted => pasted;

export function forgetPasted(): void {
  pasted = { text: '' };
}
