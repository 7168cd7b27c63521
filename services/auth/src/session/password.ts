import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { currentRequest } from '@tavola/service-kit/observability/request-context.ts';
import { busy, fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';

// Use these within `inSignInQueue`, or `password-again.ts`.

// Argon2id (the library's default) with the parameters of the OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * How many hashes run in parallel. Each takes 19 MiB and a core, of which one stays free for other requests; and one of
 * libuv's four threads, of which one stays free for files and host names.
 */
export const HASHES_AT_ONCE = Math.min(Math.max(1, availableParallelism() - 1), 3);

const hashes = fairQueue({ atOnce: HASHES_AT_ONCE, refuse: busy('Nobody waits for this any more.') });

const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  hashes.run({ signal: currentRequest()?.gone }, work);

/** Hashes `password` for storage. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, PARAMETERS));

let decoy: Promise<string> | undefined;

/**
 * Whether `password` matches `passwordHash`. Without a hash (unknown address) it returns false after the same time, so
 * that the response time does not reveal who has an account.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password', PARAMETERS);
  const expected = passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(expected, password));
  return passwordHash !== undefined && matches;
}
