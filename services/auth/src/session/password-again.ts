import { Problem } from '@tavola/service-kit/http/problem.ts';
import { hashPassword, isPassword } from './password.ts';
import { inSignInQueue, ofAccount } from './sign-in-queue.ts';
import type { Account } from './user-store.ts';

/**
 * Checks the password again for sensitive actions of a signed-in user.
 * @throws Problem `validation-failed` that names `password` unless it is the account's; `unavailable` where too many wait.
 */
export const mustBePassword = ({ user, passwordHash }: Account, password: string): Promise<void> =>
  inSignInQueue(ofAccount(user.email), async () => {
    if (!(await isPassword(passwordHash, password))) throw incorrect('password');
  });

/**
 * Checks a signed-in user's password and hashes the new one, in one turn.
 * @throws Problem `validation-failed` that names `currentPassword` unless it is the account's; `unavailable` where too many
 * wait.
 */
export const replacePassword = (
  { user, passwordHash }: Account,
  currentPassword: string,
  newPassword: string,
): Promise<string> =>
  inSignInQueue(ofAccount(user.email), async () => {
    if (!(await isPassword(passwordHash, currentPassword))) throw incorrect('currentPassword');
    return hashPassword(newPassword);
  });

function incorrect(field: string): Problem {
  const message = 'Incorrect password.';
  return new Problem('validation-failed', message, { errors: [{ field, message }] });
}
