import { NO, NO_DISH, NOT_PUBLISHED, ONE_SIZE, YES } from './words/cell-words.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(list.split('|'));
const [YES_WORDS, NO_WORDS, UNPUBLISHED] = [setOf(YES), setOf(NO), setOf(NOT_PUBLISHED)];
const [ONE_SIZES, NO_DISHES] = [setOf(ONE_SIZE), setOf(NO_DISH)];

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '');

/** Whether a cell says yes or no, in any language of the product, or how many there are; undefined if neither. */
export function isYes(text: string): boolean | undefined {
  const word = plain(text);
  if (YES_WORDS.has(word)) return true;
  // 86 may be as many, or what cooks say of what is out.
  return NO_WORDS.has(word) ? false : /^(?!86$)\d+$/.test(word) || undefined;
}

/** Whether a cell says that something is not on the menu; a word that is not known, too, because what is not for guests costs more. */
export const isNotPublished = (text: string): boolean => UNPUBLISHED.has(plain(text)) || isYes(text) !== true;

/** Whether this is the size of what has only one. */
export const isOneSize = (text: string): boolean => ONE_SIZES.has(plain(text));

/** Whether a cell, or the name of a sheet, says that what it is about is no dish: "MODIFIER_GROUP". */
export const isNoDish = (text: string): boolean => NO_DISHES.has(plain(text).replace(/[\s_-]+/g, ' '));
