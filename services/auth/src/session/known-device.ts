import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { emailKey } from '@tavola/contracts/fields.ts';
import { KNOWN_ACCOUNTS_MAX } from '@tavola/contracts/product.ts';

/** The account that a device has signed in to, with its current password hash. */
interface KnownTo {
  userId: string;
  email: string;
  passwordHash: string;
}

/** Recognizes devices that have signed in to an account before. */
export interface KnownDevices {
  /**
   * The token that a device stores after a sign-in. It proves only that earlier sign-in. `id` is the device's existing
   * id, if any.
   */
  mark(account: KnownTo, id?: string): string;
  /** The id of the device with these `marks`; null unless one was made for this account and its current password. */
  idOf(account: Omit<KnownTo, 'email'>, marks: string | undefined): string | null;
  /**
   * Whether the device with these `marks` has signed in to the account of `email` before, maybe with an earlier password.
   * That needs no database.
   */
  hasSignedIn(email: string, marks: string | undefined): boolean;
}

/** How many bytes of an e-mail address's HMAC a mark has: five marks must fit into a sign-in. */
const ADDRESS_SEAL_BYTES = 16;

/**
 * A mark is an id and two HMACs of it, with a key derived from `secret`: for the account and its password, so that a new
 * password makes it invalid, and for the e-mail address.
 */
export function knownDevices(secret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tavola known device', 32));
  const sealOf = (text: string) => createHmac('sha256', key).update(text).digest();
  const accountSeal = ({ userId, passwordHash }: Omit<KnownTo, 'email'>, id: string) =>
    sealOf(`${userId} ${id} ${passwordHash}`);
  const addressSeal = (email: string, id: string) =>
    sealOf(`address ${id} ${emailKey(email)}`).subarray(0, ADDRESS_SEAL_BYTES);
  const partsOf = (marks: string) => marks.split(' ', KNOWN_ACCOUNTS_MAX).map((mark) => mark.split('.'));
  return {
    mark: (account, id = randomBytes(16).toString('base64url')) =>
      [
        id,
        ...[accountSeal(account, id), addressSeal(account.email, id)].map((seal) => seal.toString('base64url')),
      ].join('.'),
    idOf(account, marks = '') {
      const known = partsOf(marks).find(([id = '', given]) => isSame(given, accountSeal(account, id)));
      return known?.[0] ?? null;
    },
    hasSignedIn: (email, marks = '') =>
      partsOf(marks).some(([id = '', , given]) => isSame(given, addressSeal(email, id))),
  };
}

function isSame(given = '', expected: Buffer): boolean {
  const shown = Buffer.from(given, 'base64url');
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}
