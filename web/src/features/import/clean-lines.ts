import { plainDigits } from '../../lib/money/plain-digits.ts';

/** A longer line is no dish: it is kept as it is and not searched. Keeps the work linear in the length of the text. */
export const SEARCHED_MAX = 1_500;

const OTHER_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\v\f]/g;
/** Zero-width characters, soft hyphens, direction marks, byte-order marks and control characters. */
const INVISIBLE = /(?![\t\n])\p{Cc}|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** Dots from a name to its price, without the one of ".50". */
const LEADERS = /(?:(?!(?<= )\.\d\d(?![\d.,]))[.·・•_‥…] ?){4,}|…+|(?<=[^\s–—-] ?)(?:[-–—] ?){4,}(?=[^\s–—-])/g;

/** The lines of a text without what can't be seen; leaders and wide gaps become one tab. */
export function cleanLines(text: string): string[] {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(OTHER_SPACES, ' ')
    .replace(INVISIBLE, '')
    .split('\n')
    .map(cleanLine);
}

/** The cents of "8⁹⁰" and "8,⁹⁰". */
const RAISED_CENTS = /(?<=(?<![\d.,])\d{1,3})[.,]?([⁰¹²³⁴-⁹][⁰⁵⁹])(?=[\s/)\p{Sc}]|$)/gu;

/** "[12.03.24, 11:02:45] Mario: " and "12/03/2024, 11:03 - Anna: ", as a chat copies its messages. */
const SENDER = /^\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?\]?(?: -)? [^:]{1,40}: /i;
/** Where a price begins right behind a word: "Soup6.50", "Soup-6.50", "Burger€14". */
const GLUED = /(?<=\p{L}{2})-?(?=(?:\p{Sc} ?)?\d{1,3}[.,]\d\d(?: ?\p{Sc})?$)|(?<=\p{Ll}{2})(?=\p{Sc} ?\d)/u;

/** The same of a size: "M50/L60". */
const GLUED_SIZE = /(?<=\/ ?(?:[ML]|XL))(?=\d{1,3}(?!\d))|(?<=(?<![\p{L}\d])[SM])(?=\d{1,3}(?:[.,]\d\d)? ?\/ ?[MLX])/gu;

function cleanLine(source: string): string {
  const line = source
    .replace(SENDER, '')
    .replace(GLUED, ' ')
    .replace(GLUED_SIZE, ' ')
    .replace(RAISED_CENTS, (_, cents: string) => `.${cents.normalize('NFKC')}`);
  const table = /^ *\|/.test(line) ? line.replaceAll('|', '\t') : line;
  const cells = isRule(table) ? '' : table.replace(/ {3,}/g, '\t').replace(/ {2}/g, ' ').replace(LEADERS, '\t');
  return (
    cells
      .replace(/\t[\t ]*/g, '\t')
      .replace(/ \t/g, '\t')
      .trim()
      // A sign in a cell of its own.
      .replace(/(?<=\p{Sc})\t(?=\d)|(?<=\d)\t(?=\p{Sc}$)/gu, ' ')
  );
}

/** A line that only draws, such as "-----" or "* * *". */
const isRule = (line: string) => !/[\p{L}\p{N}]/u.test(line);

/**
 * The line with all digits and price signs in ASCII, character by character, so that a place in it is the same place in
 * the line.
 */
export const withPlainDigits = (line: string): string => withReadDigits(plainDigits(line));

/** A scanned price at the end of a line, such as "l4.5O": letters that can only be digits there. */
const SCANNED = /(?<=[\s\p{Sc}])(?=[^\s]*\d)[\dlI|Oo]{1,4}[.,][\dlI|Oo]{2}$/u;

const withReadDigits = (line: string) =>
  line.replace(SCANNED, (price) => price.replace(/[lI|]/g, '1').replace(/[Oo]/g, '0'));
