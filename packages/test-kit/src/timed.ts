import { measureLag } from './lag.ts';

/** How many processes a step of a test passes through, one after the other; each may be late on a busy machine. */
const STATIONS = 4;

const lag = measureLag();

/** What `act` resolved to, and how long it took in milliseconds. */
export interface Timed<Result> {
  result: Result;
  ms: number;
  /** `ms` less what this machine may have added: for upper limits. */
  ownMs: number;
}

/** Measures how long `act` takes. */
export async function timed<Result>(act: () => Promise<Result>): Promise<Timed<Result>> {
  const startedAt = performance.now();
  const result = await act();
  return { result, ms: performance.now() - startedAt, ownMs: ownMsSince(startedAt) };
}

/** How long it is since `startedAt` (performance.now()), less what this machine may have added. */
export function ownMsSince(startedAt: number): number {
  const now = performance.now();
  return Math.max(0, now - startedAt - STATIONS * lag.most(startedAt, now));
}
