import type { LoginInput, User } from '@tavola/contracts/auth.ts';
import { Problem } from '@tavola/service-kit/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import { isPassword } from './password.ts';
import { userStore } from './user-store.ts';

/**
 * The user whose e-mail and password these are.
 * @throws Problem `invalid-credentials`, the same for an unknown address and a wrong password; `account-suspended`.
 */
export async function logIn(db: PrismaClient, input: LoginInput): Promise<User> {
  const found = await userStore(db).byEmail(input.email);
  if (!(await isPassword(found?.passwordHash, input.password)) || !found) {
    throw new Problem('invalid-credentials', 'Invalid email or password.');
  }
  if (!found.user.isActive) {
    throw new Problem('account-suspended', 'This account is suspended. Please contact support.');
  }
  return found.user;
}
