import { newOptionGroup, type Variant } from '@tavola/contracts/choices.ts';
import { availableAt } from '@tavola/contracts/rules/turns.ts';
import { z } from 'zod';
import type { OwnMoney } from '../money/own-money.ts';
import type { priceIn } from '../money/price-field.ts';
import { priceText } from '../money/read-price.ts';

/** The API takes no time that is less than a minute ahead. */
const SOON_MS = 61_000;

/** A size or an option as a request has it. One whose time to return has come, or nearly, is available. */
export const toChoiceInput = <Choice extends Pick<Variant, 'isAvailable' | 'soldOutUntil'>>(choice: Choice): Choice =>
  availableAt(choice, Date.now() + SOON_MS);

/** What the text inputs of a form have of a size or an option. `key` is its id; negative for a new one. */
export interface ChoiceValues {
  key: number;
  name: string;
  price: string;
  isAvailable: boolean;
  soldOutUntil?: string | undefined;
}

/** A size or an option as text inputs have it. */
export const choiceValues = ({ id, name, price, isAvailable, soldOutUntil }: Variant, money: OwnMoney) => ({
  key: id,
  name,
  price: priceText(price, money),
  isAvailable,
  ...(soldOutUntil !== undefined && { soldOutUntil }),
});

/** A new one besides `others`. */
export const newChoice = (others: readonly { key: number }[]): ChoiceValues => ({
  key: Math.min(0, ...others.map(({ key }) => key)) - 1,
  name: '',
  price: '',
  isAvailable: true,
});

/** Whether nothing was typed into a row that is new: it counts for nothing. */
export const isBlankChoice = ({ key, name, price, isDefault }: ChoiceValues & { isDefault?: boolean }): boolean =>
  key < 0 && name.trim() === '' && price.trim() === '' && !isDefault;

/** The row that gets the focus where all of them together are refused: the first that is blank. */
export const rowToFill = (rows: readonly ChoiceValues[]): number => Math.max(0, rows.findIndex(isBlankChoice));

/** The fields of a size or an option in a form, whose price is read by `price`. */
export const choiceFields = (price: ReturnType<typeof priceIn> | z.ZodType<number, string>) => ({
  key: z.number(),
  name: newOptionGroup.shape.name,
  price,
  isAvailable: z.boolean(),
  soldOutUntil: z.string().optional(),
});

/** What a form has of a size or an option, as a request has it. One that is known keeps its availability, of which the form says nothing. */
export function fromChoiceValues<
  Choice extends { key: number; isAvailable: boolean; soldOutUntil?: string | undefined },
>({ key, isAvailable, soldOutUntil, ...choice }: Choice) {
  return key > 0 ? { id: key, ...choice } : { ...choice, ...toChoiceInput({ isAvailable, soldOutUntil }) };
}

/** What follows the name of a size or an option that is sold out, where two states of a list are compared. */
export const soldOutInWords = ({ isAvailable }: { isAvailable: boolean }): string =>
  isAvailable ? '' : ' (out of stock)';

/** The ids of those of `kept` that the form's `rows` call otherwise. */
export function renamedIn(
  kept: readonly { id: number; name: string }[] = [],
  rows: readonly ChoiceValues[],
): Set<number> {
  const names = new Map(kept.map(({ id, name }) => [id, name]));
  return new Set(rows.filter(({ key, name }) => (names.get(key) ?? name) !== name).map(({ key }) => key));
}

/** From which place to which one entry was moved; undefined if none was. */
export function moveBetween(
  before: readonly number[],
  after: readonly number[],
): [from: number, to: number] | undefined {
  const first = after.findIndex((key, place) => key !== before[place]);
  if (first < 0) return undefined;
  const last = after.findLastIndex((key, place) => key !== before[place]);
  return after[first] === before[first + 1] && after[last] === before[first] ? [first, last] : [last, first];
}
