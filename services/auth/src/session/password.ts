import { hash, verify } from '@node-rs/argon2';
import { Problem } from '@tavola/service-kit/problem.ts';

// Argon2id (the library's default) as the OWASP password storage cheat sheet advises: 19 MiB, 2 passes, 1 lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash under which `password` is kept. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

let decoy: Promise<string> | undefined;

/**
 * Whether `password` is the one behind `passwordHash`. Without a hash (nobody has that address) it takes as long and
 * says no, so that the time an answer takes does not tell who has an account.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
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
