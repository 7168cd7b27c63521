import { KNOWN_ACCOUNTS_MAX } from '@tavola/contracts/product.ts';

const KEY = 'known-device';

/** The known-device marks of this browser's last sign-ins, with a space between them; `undefined` if there are none. */
export function getKnownDevice(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps `mark` for the next sign-in, even after a log-out: it grants no access. During an update, an auth of the version
 * before may send none.
 */
export function keepKnownDevice(mark: string | undefined): void {
  if (mark === undefined) return;
  const [id] = mark.split('.');
  const others = (getKnownDevice() ?? '').split(' ').filter((one) => one !== '' && one.split('.')[0] !== id);
  try {
    localStorage.setItem(KEY, [mark, ...others].slice(0, KNOWN_ACCOUNTS_MAX).join(' '));
  } catch {
    // Storage is forbidden or full: at its next sign-in this browser counts as unknown.
  }
}
