import { keptForRestaurant } from '../session/kept-for-restaurant.ts';

/** A text that was pasted outside of the screen Import, or files that were chosen there. */
export interface Pasted {
  text: string;
  files?: readonly File[];
  /** The category for dishes before the first heading. */
  categoryId?: number;
}

const NOTHING: Pasted = { text: '' };

const pasted = keptForRestaurant(NOTHING);

/** A text of several lines is a menu, or a part of one. */
export const isMenuText = (text: string): boolean =>
  text
    .trim()
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim()).length > 1;

/** Keeps what was pasted elsewhere for the screen Import. */
export const keepPasted: (found: Pasted) => void = pasted.set;

/** What was pasted elsewhere, until it is forgotten. */
export const keptPasted: () => Pasted = pasted.get;

export const forgetPasted = (): void => pasted.set(NOTHING);
