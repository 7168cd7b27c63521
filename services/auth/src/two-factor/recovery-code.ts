import { randomInt } from 'node:crypto';
import { latinDigits } from '@tavola/contracts/rules/latin-digits.ts';

/** How many recovery codes a user gets. */
const RECOVERY_CODES = 10;

/** Leaves out letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const randomText = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** New recovery codes such as `h7kp2-m9xqa`, about 49 bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${randomText(5)}-${randomText(5)}`);

/** Normalizes a typed code for comparison. */
export const plainCode = (typed: string): string =>
  latinDigits(typed.normalize('NFKC')).toLowerCase().replace(/[\s-]/g, '');
