import { HOURS_AT_END, JOINS, LINE_GOES_ON } from './menu-words.ts';

/** Written in capitals, as headings are; "(8 pcs)" and "0,4 l" behind one may be small. */
export function isCapitals(text: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text.replace(/\([^()]*\)$|\d ?(?:l|cl|ml|g|kg|cm)$/, ''));
}

/** How a line begins that goes on with what stands above it. */
export const OPENING = new RegExp(`^(?:${LINE_GOES_ON}) `, 'iu');

/** A time that is not in brackets. */
const CLOCK = /\d:\d\d(?![^(]*\))/;

/** What is paid on top: "Cheese +1". */
const ON_TOP = /[+＋] ?\p{Sc}?[.\p{Nd}]/u;

/** A discount, a phone number or a price. */
const AMOUNT = /(?<![\d.,])[1-9]\d? ?%(?! ?vol)|(?<!\d)[+0]\d[\d /-]{5,}\d|\p{L}{3}\d+$|[円元]$/u;

/** Short, no sentence, time or addition, and not the lowercase rest of one. */
export function looksLikeHeading(text: string, isLowercase: boolean): boolean {
  if (OPENING.test(text) || CLOCK.test(text.replace(HOURS_AT_END, '')) || ON_TOP.test(text) || AMOUNT.test(text))
    return false;
  if (text.length > 60 || text.split(' ').length > 7 || !/\p{L}/u.test(text)) return false;
  if (/[.!?;,。、！？،]$/.test(text) || /[^\d],.*,|。/.test(text)) return false;
  return isLowercase || !/^\p{Ll}/u.test(text);
}

/** Whether what stands before a number in the middle of a line may be a dish's name rather than a part of a sentence. */
export function looksLikeName(text: string): boolean {
  return looksLikeHeading(text, true) && !JOINING.test(text) && !/[.;:!?] /.test(text);
}

const JOINING = new RegExp(String.raw`(?:[,&+]|(?<![.,:/]\s?)-|\s(?:${JOINS}))$`, 'iu');

/** Whether a name or sentence goes on on the next line. */
export function continues(text: string, next: string): boolean {
  if (text.length > 120) return false;
  return JOINING.test(text) || (/^\p{Ll}/u.test(next) && !/[.!?:]$/.test(text) && !/,.*,/.test(text));
}

const NUMBERED_LINE = /^[A-Z]?(\d{1,3})[a-z]?\.?[ \t]+(?=\p{L})/u;

/** Lines without the numbers of the dishes, where these count up: "101 Spring rolls", "102 Wontons". */
export function withoutMenuNumbers(lines: readonly string[]): readonly string[] {
  const numbers = lines.flatMap((line) => NUMBERED_LINE.exec(line)?.[1] ?? []).map(Number);
  const steps = numbers.filter((number, index) => number - 1 === numbers[index - 1]).length;
  return steps >= 3 && steps >= numbers.length / 2 ? lines.map((line) => line.replace(NUMBERED_LINE, '')) : lines;
}
