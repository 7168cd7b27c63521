import { randomInt } from 'node:crypto';

/** How many recovery codes there are at a time. */
export const RECOVERY_CODES = 10;

/** Without letters and digits that are mistaken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const randomText = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** New codes to write down, as in `h7kp2-m9xqa`: some 49 bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${randomText(5)}-${randomText(5)}`);

/** A code as it is compared, however it was typed. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '');
