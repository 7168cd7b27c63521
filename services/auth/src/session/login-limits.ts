import { createHash } from 'node:crypto';
import type { SharedCounters } from '@tavola/service-kit/data/counters.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { tooManyRequests } from '@tavola/service-kit/http/too-many-requests.ts';

/** How often signing in may fail before the next try has to wait. */
export interface LoginLimit {
  /** What the failures have in common, for docs/limits.md. */
  what: string;
  failures: number;
  /** After how many seconds failures are forgotten. */
  seconds: number;
}

const HOUR = 60 * 60;

/** Every limit of failed sign-ins. A device that signed in before has its own, and is held up by nobody else's failures. */
export const LOGIN_LIMITS = {
  account: { what: 'To one account, from devices that it does not know', failures: 5, seconds: 24 * HOUR },
  device: { what: 'To one account, from one device that it knows', failures: 5, seconds: 24 * HOUR },
  address: {
    what: 'From one address, to whichever account, by devices that it does not know',
    failures: 100,
    seconds: HOUR,
  },
} as const satisfies Record<string, LoginLimit>;

/** The first wait, in seconds; each failure after it doubles the next one. */
export const FIRST_WAIT_S = 30;

/** The longest wait, in seconds. */
export const LONGEST_WAIT_S = 15 * 60;

/** Refusals that say nothing of the password: the try is taken back. */
const GUESSES: ReadonlySet<string> = new Set(['invalid-credentials', 'two-factor-invalid']);

/** Who tries to sign in. */
export interface Trier {
  /** The e-mail address as it is looked up, whether there is such an account or not. */
  account: string;
  /** What the network address is counted as. */
  address: string;
  /** The id of the device, where the account knows it. */
  knownDevice: string | null;
}

/**
 * Tries to sign in. A failure counts, and success forgets the failures of the account or of the known device.
 * @throws Problem `too-many-requests` where too many have failed; whatever `signIn` throws.
 */
export type LimitedLogin = <Result>(trier: Trier, signIn: () => Promise<Result>) => Promise<Result>;

/** Makes the limits of signing in; each number of failures is multiplied by `factor`. */
export function limitedLogin(counters: SharedCounters, factor = 1): LimitedLogin {
  const throttles = Object.fromEntries(
    Object.entries(LOGIN_LIMITS).map(([name, limit]) => [name, makeThrottle(counters, name, limit, factor)]),
  ) as Record<keyof typeof LOGIN_LIMITS, LoginThrottle>;

  return async ({ account, address, knownDevice }, signIn) => {
    // Nobody who reads Redis reads who has an account.
    const key = createHash('sha256').update(account).digest('base64url');
    const own = knownDevice === null ? throttles.account : throttles.device;
    const ownKey = knownDevice === null ? key : `${key}:${knownDevice}`;
    const passages: LoginAttempt[] = [];
    try {
      // Counted before it is known how it ends: of many tries at once, no more than these are made.
      passages.push(await own.attempt(ownKey));
      if (knownDevice === null) passages.push(await throttles.address.attempt(address));
      const result = await signIn();
      await own.forget(ownKey);
      // Whoever has one account of their own must not wash an address clean with it.
      await Promise.all(passages.slice(1).map((passage) => passage.refund()));
      return result;
    } catch (error) {
      const isGuess = error instanceof Problem && GUESSES.has(error.code);
      if (!isGuess) await Promise.all(passages.map((passage) => passage.refund()));
      throw error;
    }
  };
}

interface LoginAttempt {
  /** As if it had not been tried. */
  refund(): Promise<unknown>;
}

interface LoginThrottle {
  /** @throws Problem `too-many-requests` */
  attempt(key: string): Promise<LoginAttempt>;
  forget(key: string): Promise<unknown>;
}

/** Lets the first tries through, then one at a time, with a wait after each that grows. */
function makeThrottle(
  counters: SharedCounters,
  name: string,
  { failures, seconds }: LoginLimit,
  factor: number,
): LoginThrottle {
  const tries = counters(`log-in:${name}`, seconds);
  const waits = counters(`log-in-wait:${name}`, LONGEST_WAIT_S);
  const free = failures * factor;
  return {
    async attempt(key) {
      const waiting = await waits.get(key);
      if (waiting) throw refused(waiting.msLeft);
      const { used } = await tries.add(key);
      if (used < free) return { refund: () => tries.add(key, -1) };
      const wait = Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** Math.min(used - free, 10));
      const turn = await waits.add(key, 1, wait);
      if (turn.used > 1) {
        await tries.add(key, -1);
        throw refused(turn.msLeft);
      }
      return { refund: () => Promise.all([tries.add(key, -1), waits.forget(key)]) };
    },
    forget: (key) => Promise.all([tries.forget(key), waits.forget(key)]),
  };
}

const refused = (ms: number) => tooManyRequests('Too many sign-ins have failed.', ms);
