import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { Secret, TOTP } from 'otpauth';

/** How long one code is valid, in seconds (RFC 6238). */
const STEP_SECONDS = 30;

/** How many steps a phone's clock may be off. */
const WINDOW = 1;

/** A new secret for an authenticator app, in Base32: 160 bits. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: PRODUCT_NAME, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });

/** The URL that adds the secret to an app; `label` names the account there. */
export const totpUrl = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The 30-second step since 1970 that `code` belongs to, near `now` (Unix milliseconds); null where it matches none. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}
