import { createHash } from 'node:crypto';
import { IPV6_NETWORK_FACTOR } from '@tavola/contracts/operations/rate-limits.ts';
import type { SharedCounters } from '@tavola/service-kit/data/counters.ts';
import { addressKey, ipv6Network } from '@tavola/service-kit/http/address-key.ts';
import { Problem, tooManyRequests } from '@tavola/service-kit/http/problem.ts';

/** How many sign-ins may fail before the next attempt has to wait. */
export interface LoginLimit {
  /** What the limit applies to, for docs/limits.md. */
  what: string;
  failures: number;
  /** Failures are forgotten after this time. */
  seconds: number;
}

const HOUR = 60 * 60;

/** Failures an hour from one address: a restaurant's or a company's whole network may share it. */
const FAILURES_OF_ADDRESS = 100;

/** All limits on failed sign-ins. A known device has its own limit, so failures elsewhere do not slow it down. */
export const LOGIN_LIMITS = {
  account: { what: 'To one account, from devices that it does not know', failures: 5, seconds: 24 * HOUR },
  device: { what: 'To one account, from one device that it knows', failures: 5, seconds: 24 * HOUR },
  address: {
    what: 'From one address, to whichever account, by devices that it does not know',
    failures: FAILURES_OF_ADDRESS,
    seconds: HOUR,
  },
  network: {
    what: 'From one IPv6 network (/48), likewise',
    failures: FAILURES_OF_ADDRESS * IPV6_NETWORK_FACTOR,
    seconds: HOUR,
  },
} as const satisfies Record<string, LoginLimit>;

/** The first wait, in seconds. It doubles with each further failure. */
const FIRST_WAIT_S = 30;

/** The longest wait, in seconds. */
const LONGEST_WAIT_S = 15 * 60;

/** Failures that count as guesses. Any other error refunds the attempt. */
const GUESSES: ReadonlySet<string> = new Set(['invalid-credentials', 'two-factor-invalid']);

/** The source of a login attempt. */
export interface Trier {
  /** The normalized e-mail address, whether such an account exists or not. */
  account: string;
  /** The client's address. */
  address: string;
  /** The id of the device, if the account knows it. */
  knownDevice: string | null;
}

export interface LimitedLogin {
  /**
   * Attempts a sign-in. A failure counts; a success resets the failures of the account or known device.
   * @throws Problem `too-many-requests` where too many attempts have failed; whatever `signIn` throws.
   */
  <Result>(trier: Trier, signIn: () => Promise<Result>): Promise<Result>;
  /** Resets the failures of an account on devices that it does not know; `account` is the normalized e-mail address. */
  forgive(account: string): Promise<void>;
}

/** Hashed, so that Redis does not reveal who has an account. */
const accountKey = (account: string) => createHash('sha256').update(account).digest('base64url');

/** Creates the sign-in limits; `factor` multiplies each allowed number of failures. */
export function limitedLogin(counters: SharedCounters, factor = 1): LimitedLogin {
  const throttles = Object.fromEntries(
    Object.entries(LOGIN_LIMITS).map(([name, limit]) => [name, makeThrottle(counters, name, limit, factor)]),
  ) as Record<keyof typeof LOGIN_LIMITS, LoginThrottle>;

  const attempt = async <Result>({ account, address, knownDevice }: Trier, signIn: () => Promise<Result>) => {
    const key = accountKey(account);
    const own = knownDevice === null ? throttles.account : throttles.device;
    const ownKey = knownDevice === null ? key : `${key}:${knownDevice}`;
    const passages: LoginAttempt[] = [];
    try {
      // Counted before the outcome is known, so that parallel attempts cannot exceed the limit.
      passages.push(await own.attempt(ownKey));
      if (knownDevice === null) {
        passages.push(await throttles.address.attempt(addressKey(address)));
        const network = ipv6Network(address);
        if (network) passages.push(await throttles.network.attempt(network));
      }
      const result = await signIn();
      await own.forget(ownKey);
      // Refunds only this attempt: a success with one's own account must not reset the failures of its address.
      await Promise.all(passages.slice(1).map((passage) => passage.refund()));
      return result;
    } catch (error) {
      const isGuess = error instanceof Problem && GUESSES.has(error.code);
      if (!isGuess) await Promise.all(passages.map((passage) => passage.refund()));
      throw error;
    }
  };

  return Object.assign(attempt, {
    async forgive(account: string) {
      await throttles.account.forget(accountKey(account));
    },
  });
}

interface LoginAttempt {
  /** Uncounts the attempt. */
  refund(): Promise<unknown>;
}

interface LoginThrottle {
  /** @throws Problem `too-many-requests` */
  attempt(key: string): Promise<LoginAttempt>;
  forget(key: string): Promise<unknown>;
}

/** Allows the first attempts freely, then one at a time with a growing wait after each. */
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

const refused = (ms: number) => tooManyRequests('Too many failed sign-in attempts.', ms);
