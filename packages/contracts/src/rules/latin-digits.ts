// No zod here: diners' page loads this file.

const DIGIT = /\p{Nd}/u;

/** A digit of any script as one from 0 to 9. In Unicode, the ten digits of a script follow each other. */
function latinDigit(digit: string): string {
  let value = 0;
  for (let code = digit.codePointAt(0) ?? 0; DIGIT.test(String.fromCodePoint(code - 1)); code -= 1) value += 1;
  return String(value % 10);
}

/** `text` with the digits of any script as 0 to 9: Arabic and Japanese keyboards type their own. */
export const latinDigits = (text: string): string => text.replace(/\p{Nd}/gu, latinDigit);
