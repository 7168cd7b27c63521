import type { LoginInput, Session } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { SecretBox } from '../two-factor/secret-box.ts';
import { twoFactorStore } from '../two-factor/two-factor-store.ts';
import type { TokenIssuer } from './access-token.ts';
import { mustBeOpenAccount, suspended } from './account-lock.ts';
import type { Client } from './client.ts';
import { inUserTransaction, lockUser, type Tx } from './in-user-transaction.ts';
import type { KnownDevices } from './known-device.ts';
import type { LimitedLogin } from './login-limits.ts';
import { isPassword } from './password.ts';
import { newSession } from './session-store.ts';
import { inSignInQueue, ofAccount, ofStranger } from './sign-in-queue.ts';
import { noteLastPlace } from './switch-restaurant.ts';
import { type Account, userStore, whereSignedIn } from './user-store.ts';

interface LoginDeps {
  db: PrismaClient;
  issueToken: TokenIssuer;
  secretBox: SecretBox;
  knownDevices: KnownDevices;
  limitedLogin: LimitedLogin;
}

/**
 * Starts a session for the user with this e-mail address, password and, where two-factor is on, code.
 * @throws Problem `invalid-credentials`, the same for an unknown address and a wrong password; `account-suspended`;
 * `two-factor-required` and `two-factor-invalid`, only with the right password; `too-many-requests` after too many
 * failures; `unavailable` where too many wait.
 */
export function logIn(deps: LoginDeps, input: LoginInput, client: Client): Promise<Session> {
  const { email, knownDevice } = input;
  const place = deps.knownDevices.hasSignedIn(email, knownDevice) ? ofAccount(email) : ofStranger(client.address);
  // All of it, so that strangers who wait hold no connection to the database.
  return inSignInQueue(place, () => logInNow(deps, input, client));
}

async function logInNow(deps: LoginDeps, input: LoginInput, { device, address }: Client): Promise<Session> {
  const { db, knownDevices, limitedLogin } = deps;
  const account = await userStore(db).byEmail(input.email);
  // Logs the account that is tried, even when the login fails.
  if (account) setRequestIdentity({ tenantId: account.user.tenantId, userId: account.user.id });
  const knownTo = account && { userId: account.user.id, email: account.user.email, passwordHash: account.passwordHash };
  const knownDevice = knownTo && knownDevices.idOf(knownTo, input.knownDevice);
  return limitedLogin({ account: emailKey(input.email), address, knownDevice }, async () => {
    if (!(await isPassword(account?.passwordHash, input.password)) || !account || !knownTo) throw wrongCredentials();
    const { token, user } = await beginSession(deps, account, input, device);
    return { token, user, knownDevice: knownDevices.mark(knownTo, knownDevice ?? undefined) };
  });
}

async function beginSession(
  { db, issueToken, secretBox }: Pick<LoginDeps, 'db' | 'issueToken' | 'secretBox'>,
  account: Account,
  { rememberMe, code }: LoginInput,
  device: string,
) {
  const open = whereSignedIn(account);
  if (!open) throw suspended();
  const { user } = open;
  const { session, mfa } = await inUserTransaction(db, user.id, async (tx) => {
    const isElsewhere = user.tenantId !== account.user.tenantId;
    if (isElsewhere) await lockUser(tx, user.id);
    const accountEnd = await lockVerifiedAccount(tx, open);
    const mfa = await twoFactorStore(tx, secretBox, user.id).pass(code);
    const session = newSession(user, device, rememberMe, accountEnd);
    await tx.session.create({ data: session });
    if (isElsewhere) await noteLastPlace(tx, user);
    return { session, mfa };
  });
  return { token: issueToken(user, session, mfa), user };
}

/**
 * Locks the account in its verified state. If a concurrent password change commits first, this throws; otherwise the
 * change ends the new session. Returns when the account ends, if it does.
 */
async function lockVerifiedAccount(tx: Tx, { user, passwordHash }: Account): Promise<Date | null> {
  const [same] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "user" WHERE id = ${user.id}::uuid AND password_hash = ${passwordHash} FOR SHARE`;
  if (!same) throw wrongCredentials();
  return mustBeOpenAccount(tx, user);
}

const wrongCredentials = () => new Problem('invalid-credentials', 'Invalid email or password.');
