import type { LoginInput, Session } from '@tavola/contracts/auth.ts';
import { Problem } from '@tavola/service-kit/problem.ts';
import { noteWho } from '@tavola/service-kit/request-context.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { SecretBox } from '../two-factor/secret-box.ts';
import { twoFactorStore } from '../two-factor/two-factor-store.ts';
import type { TokenIssuer } from './access-token.ts';
import { mustBeOpenAccount, suspended } from './account-lock.ts';
import { asUser, type Tx } from './as-user.ts';
import { isPassword } from './password.ts';
import { newSession } from './session-store.ts';
import { type Account, userStore } from './user-store.ts';

/**
 * Begins a session for the user whose e-mail and password these are, and whose code where two-factor is on.
 * @throws Problem `invalid-credentials`, the same for an unknown address and a wrong password; `account-suspended`;
 * `two-factor-required` and `two-factor-invalid`, only with the right password.
 */
export async function logIn(
  { db, issueToken, secretBox }: { db: PrismaClient; issueToken: TokenIssuer; secretBox: SecretBox },
  input: LoginInput,
  device: string,
): Promise<Session> {
  const account = await userStore(db).byEmail(input.email);
  // Whose account is tried, whoever tries it.
  if (account) noteWho({ tenantId: account.user.tenantId, userId: account.user.id });
  if (!(await isPassword(account?.passwordHash, input.password)) || !account) throw wrongCredentials();
  if (!account.isOpen) throw suspended();
  const { user } = account;
  const session = newSession(user, device, input.rememberMe);
  const mfa = await asUser(db, user.id, async (tx) => {
    await mustStandStill(tx, account);
    const passed = await twoFactorStore(tx, secretBox, user.id).pass(input.code);
    await tx.session.create({ data: session });
    return passed;
  });
  return { token: issueToken(user, session, mfa), user };
}

/** Locks the account as it was verified: a new password that is on its way comes first and refuses this, or ends it. */
async function mustStandStill(tx: Tx, { user, passwordHash }: Account): Promise<void> {
  const [same] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "user" WHERE id = ${user.id}::uuid AND password_hash = ${passwordHash} FOR SHARE`;
  if (!same) throw wrongCredentials();
  await mustBeOpenAccount(tx, user);
}

const wrongCredentials = () => new Problem('invalid-credentials', 'Invalid email or password.');
