import type { Variant } from '@tavola/contracts/choices.ts';
import type { MenuItemChange } from '@tavola/contracts/menu.ts';
import { availableAt } from '@tavola/contracts/rules/turns.ts';

/** Sizes as a request has them. */
export type SizeInputs = NonNullable<MenuItemChange['variants']>;

/** The API takes no time that is less than a minute ahead. */
const SOON_MS = 61_000;

/** A size or an option as a request has it. One whose time to return has come, or nearly, is available. */
export function toChoiceInput<Choice extends Pick<Variant, 'isAvailable' | 'soldOutUntil'>>(choice: Choice): Choice {
  return availableAt(choice, Date.now() + SOON_MS);
}
