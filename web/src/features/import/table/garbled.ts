/** Signs that stand inside of words only where letters were read in a wrong encoding: "kie³basa", "Go³¹bki", "Cr�me". */
const WRONG = String.raw`[\p{Cc}\ufffd¤¦¡¿¢£¥§©¬®¯°±²³¹×÷]`;
const INSIDE = new RegExp(
  String.raw`\p{L}(?![\n\r\t])${WRONG}+\p{L}|(?<![\p{L}\p{N}])[¯¬¦¤±]\p{Ll}|(?![\n\r\t])\p{Cc}|\ufffd`,
  'u',
);

/** Whether a text has control characters, or signs inside of words. */
export const isGarbled = (text: string): boolean => INSIDE.test(text);
