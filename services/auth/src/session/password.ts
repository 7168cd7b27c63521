import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { limitConcurrency } from '@tavola/service-kit/runtime/limit-concurrency.ts';

// Argon2id (the library's default) as the OWASP password storage cheat sheet advises: 19 MiB, 2 passes, 1 lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many hashes may wait for a core: as many as two of them make in some seconds. */
const MOST_WAITING = 100;

/** Each takes a core and 19 MiB: more at once would only take them from everything else. */
const turn = limitConcurrency({
  atOnce: availableParallelism(),
  waiting: MOST_WAITING,
  refusal: 'Too many people are signing in right now. Please try again in a moment.',
});

/**
 * The hash under which `password` is kept.
 * @throws Problem `unavailable` where too many are waiting for theirs.
 */
export const hashPassword = (password: string): Promise<string> => turn(() => hash(password, PARAMETERS));

let decoy: Promise<string> | undefined;

/**
 * Whether `password` is the one behind `passwordHash`. Without a hash (nobody has that address) it takes as long and
 * says no, so that the time an answer takes does not tell who has an account.
 * @throws Problem `unavailable` where too many are waiting.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password', PARAMETERS);
  const expected = passwordHash ?? (await decoy);
  const matches = await turn(() => verify(expected, password));
  return passwordHash !== undefined && matches;
}

/**
 * For acts that ask the signed-in user for the password once more.
 * @throws Problem `validation-failed` that names `field` unless `password` is the one behind `passwordHash`.
 */
export async function mustBePassword(passwordHash: string, password: string, field: string): Promise<void> {
  if (await isPassword(passwordHash, password)) return;
  const message = 'This is not your password.';
  throw new Problem('validation-failed', message, { errors: [{ field, message }] });
}
