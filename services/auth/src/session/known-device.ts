import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { KNOWN_ACCOUNTS_MAX } from '@tavola/contracts/product.ts';

/** The account that a device has signed in to, with its current password hash. */
interface KnownTo {
  userId: string;
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
  idOf(account: KnownTo, marks: string | undefined): string | null;
}

/** Marks are HMACs with a key derived from `secret`. A new password makes all marks of the account invalid. */
export function knownDevices(secret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tavola known device', 32));
  const seal = ({ userId, passwordHash }: KnownTo, id: string) =>
    createHmac('sha256', key).update(`${userId} ${id} ${passwordHash}`).digest();
  return {
    mark: (account, id = randomBytes(16).toString('base64url')) => `${id}.${seal(account, id).toString('base64url')}`,
    idOf(account, marks = '') {
      const known = marks.split(' ', KNOWN_ACCOUNTS_MAX).find((mark) => {
        const [id = '', given = ''] = mark.split('.');
        const [expected, shown] = [seal(account, id), Buffer.from(given, 'base64url')];
        return shown.length === expected.length && timingSafeEqual(shown, expected);
      });
      return known?.split('.')[0] ?? null;
    },
  };
}
