const KEY = 'known-device';

/** What this browser kept of its last sign-in, to show that it is no stranger; `undefined` where it has nothing. */
export function getKnownDevice(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps `mark` for the next sign-in, after a log-out too: it opens nothing. */
export function keepKnownDevice(mark: string): void {
  try {
    localStorage.setItem(KEY, mark);
  } catch {
    // Storage is forbidden or full: at its next sign-in this browser is a stranger.
  }
}
