import type { LoginInput, Session } from '@tavola/contracts/auth.ts';
import { Problem } from '@tavola/service-kit/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { TokenIssuer } from './access-token.ts';
import { mustBeOpenAccount, suspended } from './account-lock.ts';
import { asUser, type Tx } from './as-user.ts';
import { isPassword } from './password.ts';
import { newSession } from './session-store.ts';
import { type Account, userStore } from './user-store.ts';

/**
 * Begins a session for the user whose e-mail and password these are.
 * @throws Problem `invalid-credentials`, the same for an unknown address and a wrong password; `account-suspended`.
 */
export async function logIn(
  { db, issueToken }: { db: PrismaClient; issueToken: TokenIssuer },
  input: LoginInput,
  device: string,
): Promise<Session> {
  const account = await userStore(db).byEmail(input.email);
  if (!(await isPassword(account?.passwordHash, input.password)) || !account) throw wrongCredentials();
  if (!account.isOpen) throw suspended();
  const { user } = account;
  const session = newSession(user, device, input.rememberMe);
  await asUser(db, user.id, async (tx) => {
    await mustStandStill(tx, account);
    await tx.session.create({ data: session });
  });
  return { token: issueToken(user, session, false), user };
}

/** Locks the account as it was verified: a new password that is on its way comes first and refuses this, or ends it. */
async function mustStandStill(tx: Tx, { user, passwordHash }: Account): Promise<void> {
  const [same] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "user" WHERE id = ${user.id}::uuid AND password_hash = ${passwordHash} FOR SHARE`;
  if (!same) throw wrongCredentials();
  await mustBeOpenAccount(tx, user);
}

const wrongCredentials = () => new Problem('invalid-credentials', 'Invalid email or password.');
