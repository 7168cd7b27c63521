import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { limitConcurrency } from '@tavola/service-kit/runtime/limit-concurrency.ts';

// Argon2id (the library's default) with the parameters of the OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Most hashes that may wait for a core: two cores work these off in a few seconds. */
const MOST_WAITING = 100;

/** Each hash takes a core and 19 MiB, so no more than one per core runs at a time. */
const turn = limitConcurrency({
  atOnce: availableParallelism(),
  waiting: MOST_WAITING,
  refusal: 'Too many people are signing in right now. Please try again in a moment.',
});

/**
 * Hashes `password` for storage.
 * @throws Problem `unavailable` where too many hashes are waiting.
 */
export const hashPassword = (password: string): Promise<string> => turn(() => hash(password, PARAMETERS));

let decoy: Promise<string> | undefined;

/**
 * Whether `password` matches `passwordHash`. Without a hash (unknown address) it returns false after the same time, so
 * that the response time does not reveal who has an account.
 * @throws Problem `unavailable` where too many hashes are waiting.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password', PARAMETERS);
  const expected = passwordHash ?? (await decoy);
  const matches = await turn(() => verify(expected, password));
  return passwordHash !== undefined && matches;
}

/**
 * Checks the password again for sensitive actions of a signed-in user.
 * @throws Problem `validation-failed` that names `field` unless `password` matches `passwordHash`.
 */
export async function mustBePassword(passwordHash: string, password: string, field: string): Promise<void> {
  if (await isPassword(passwordHash, password)) return;
  const message = 'Incorrect password.';
  throw new Problem('validation-failed', message, { errors: [{ field, message }] });
}
