// The page's clock. A phone's may be wrong; the stream of changes tells the server's.

/** A difference up to this, in milliseconds, may be the network's. */
const TRUSTED_MS = 30_000;

let ahead = 0;
const listeners = new Set<() => void>();

/** The time now, in Unix time in milliseconds: the device's, unless the server has said another one. */
export const clockNow = (): number => Date.now() + ahead;

/** Corrects the clock by the server's time, in Unix time in milliseconds. */
export function setClock(server: number): void {
  const difference = server - Date.now();
  if (!Number.isFinite(server) || Math.abs(difference - ahead) <= TRUSTED_MS) return;
  ahead = Math.abs(difference) > TRUSTED_MS ? difference : 0;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each correction; returns what ends that. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
