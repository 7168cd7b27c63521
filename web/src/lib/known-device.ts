const KEY = 'known-device';

/** The known-device mark of this browser's last sign-in; `undefined` if there is none. */
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
  try {
    localStorage.setItem(KEY, mark);
  } catch {
    // Storage is forbidden or full: at its next sign-in this browser counts as unknown.
  }
}
