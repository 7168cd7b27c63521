import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The account that a device is known to, as it is now. */
interface KnownTo {
  userId: string;
  passwordHash: string;
}

/** Tells devices that have signed in to an account from all others. */
export interface KnownDevices {
  /** What a device keeps after a sign-in; it says no more than that it was there. `id` where the device had one already. */
  mark(account: KnownTo, id?: string): string;
  /** The id of the device that shows `mark`; null unless it was made for this account, with the password that it has now. */
  idOf(account: KnownTo, mark: string | undefined): string | null;
}

/** Marks are HMACs with a key made of `secret`. With a new password all devices of an account are strangers again. */
export function knownDevices(secret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tavola known device', 32));
  const seal = ({ userId, passwordHash }: KnownTo, id: string) =>
    createHmac('sha256', key).update(`${userId} ${id} ${passwordHash}`).digest();
  return {
    mark: (account, id = randomBytes(16).toString('base64url')) => `${id}.${seal(account, id).toString('base64url')}`,
    idOf(account, mark) {
      const [id = '', given = ''] = mark?.split('.') ?? [];
      const [expected, shown] = [seal(account, id), Buffer.from(given, 'base64url')];
      return shown.length === expected.length && timingSafeEqual(shown, expected) ? id : null;
    },
  };
}
