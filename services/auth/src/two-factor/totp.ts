import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { Secret, TOTP } from 'otpauth';

/** How long a code is the current one, in seconds (RFC 6238). */
const STEP_SECONDS = 30;

/** How many steps a phone's clock may be off. */
const WINDOW = 1;

/** A new secret for an authenticator app, in Base32: 160 bits. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: PRODUCT_NAME, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });

/** The address by which an app takes a secret over; `label` says there whose it is. */
export const totpUrl = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The step (of 30 seconds since 1970) whose code `code` is, around `now` in Unix milliseconds; null where it is none's. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}
