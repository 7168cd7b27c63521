/**
 * What a text begins with that spreadsheets run as a formula, as a class of a regular expression. Some accept full-width signs too. Every
 * file for spreadsheets has an apostrophe before such a text.
 */
export const FORMULA_START = '[=+\\-@＝＋－＠\\t\\r\\n]';
