import { LRUCache } from 'lru-cache';

/** The first pause, and the longest one, in milliseconds. */
export const FIRST_MS = 30_000;
export const LONGEST_MS = 15 * 60_000;

/** How many are remembered. */
const MOST = 1_000;

/** Pauses before something that failed is tried again: each is twice as long as the one before. */
interface Cooldowns {
  /** Until when `name` pauses, in Unix time in milliseconds; undefined if it does not. */
  until(name: string): number | undefined;
  /** Begins a pause of `name`. One that did not fail for as long as the longest pause begins with the first one again. */
  begin(name: string): void;
}

/** `now` is Unix time in milliseconds. */
export function cooldowns(now = () => Date.now()): Cooldowns {
  const pauses = new LRUCache<string, { until: number; ms: number }>({ max: MOST });
  return {
    until(name) {
      const pause = pauses.get(name);
      return pause && now() < pause.until ? pause.until : undefined;
    },
    begin(name) {
      const last = pauses.get(name);
      const isRecent = last !== undefined && now() < last.until + LONGEST_MS;
      const ms = isRecent ? Math.min(2 * last.ms, LONGEST_MS) : FIRST_MS;
      pauses.set(name, { until: now() + ms, ms });
    },
  };
}
