import { CURRENCIES } from '@tavola/contracts/rules/currencies.ts';

/** Codes that are words on menus, too: "Coffee cup 4", "all 12 €". */
const WORDS: ReadonlySet<string> = new Set(
  'ALL BAM BIF BOB BTN CUP DOP GIP LAK MOP MUR NAD PAB SOS TOP VES'.split(' '),
);

/** The codes that name a currency wherever they stand beside a number. */
export const CLEAR_CODES: readonly string[] = Object.keys(CURRENCIES).filter((code) => !WORDS.has(code));
