import type { RecoveryCodes, Session, SignedInUser, TwoFactorOn, TwoFactorSetup } from '@tavola/contracts/auth.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { toString as qrCode } from 'qrcode';
import type { PrismaClient } from '../generated/client.ts';
import { notifyAccountChange } from '../mail/notify-account-change.ts';
import type { NotificationDeps } from '../mail/send-notification.ts';
import type { TokenIssuer } from '../session/access-token.ts';
import { mustBeOpenAccount } from '../session/account-lock.ts';
import { requireActiveAccount, sessionEnded } from '../session/active-account.ts';
import { endSessions } from '../session/end-sessions.ts';
import { inUserTransaction, lockUser } from '../session/in-user-transaction.ts';
import type { KnownDevices } from '../session/known-device.ts';
import { mustBePassword } from '../session/password-again.ts';
import { newSession } from '../session/session-store.ts';
import { signOutEverywhere } from '../session/sign-out-everywhere.ts';
import type { SecretBox } from './secret-box.ts';
import { newTotpSecret, totpUrl } from './totp.ts';
import { twoFactorStore } from './two-factor-store.ts';

interface TwoFactorDeps extends NotificationDeps {
  db: PrismaClient;
  secretBox: SecretBox;
  issueToken: TokenIssuer;
  knownDevices: KnownDevices;
}

/** Whoever signed up with somebody else's address must not keep its owner out with a second factor. */
function requireConfirmedEmail({ isEmailConfirmed }: SignedInUser): void {
  if (isEmailConfirmed) return;
  throw new Problem('email-unconfirmed', 'Confirm your email address first. Open the link we emailed you.');
}

/**
 * Creates a secret for the user's authenticator app, as text, as a URL and as a QR code of it.
 * @throws Problem `email-unconfirmed`; `validation-failed` that names `password`; `conflict` where two-factor is on already.
 */
export async function beginTwoFactor(
  { db, secretBox }: TwoFactorDeps,
  access: Access,
  password: string,
): Promise<TwoFactorSetup> {
  const account = await requireActiveAccount(db, access);
  const { user } = account;
  requireConfirmedEmail(user);
  await mustBePassword(account, password);
  const secret = newTotpSecret();
  await inUserTransaction(db, user.id, (tx) => twoFactorStore(tx, secretBox, user.id).begin(secret));
  const url = totpUrl(secret, user.email);
  const svg = await qrCode(url, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' });
  return { secret, url, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/**
 * Turns two-factor on, ends the user's other sessions and issues this session a token with `mfa`.
 * @throws Problem `email-unconfirmed`; `validation-failed` that names `code`; `conflict` where no setup was started.
 */
export async function confirmTwoFactor(
  { db, secretBox, issueToken, ...notification }: TwoFactorDeps,
  access: Access,
  code: string,
): Promise<TwoFactorOn> {
  const { user } = await requireActiveAccount(db, access);
  requireConfirmedEmail(user);
  const recoveryCodes = await inUserTransaction(db, user.id, async (tx) => {
    await lockUser(tx, user.id);
    const codes = await twoFactorStore(tx, secretBox, user.id).confirm(code);
    await signOutEverywhere(tx, user.id, access.sid);
    return codes;
  });
  notifyAccountChange(notification, user.email, 'two-factor on');
  const token = issueToken(user, { id: access.sid, expiresAt: new Date(access.exp * 1000) }, true);
  return { recoveryCodes, token };
}

/**
 * Turns two-factor off, ends all sessions of the user and starts a new one, so that no token with `mfa` remains.
 * @throws Problem `validation-failed` that names `password`; `unauthenticated` where the session was ended meanwhile;
 * `account-suspended` where the account was closed meanwhile.
 */
export async function endTwoFactor(
  { db, secretBox, issueToken, knownDevices, ...notification }: TwoFactorDeps,
  access: Access,
  password: string,
  device: string,
): Promise<Session> {
  const account = await requireActiveAccount(db, access);
  const { user, passwordHash } = account;
  await mustBePassword(account, password);
  const next = await inUserTransaction(db, user.id, async (tx) => {
    await lockUser(tx, user.id);
    const current = await tx.session.findUnique({ where: { id: access.sid }, select: { isRemembered: true } });
    const session = newSession(user, device, current?.isRemembered, await mustBeOpenAccount(tx, user));
    await twoFactorStore(tx, secretBox, user.id).forget();
    // `endSessions` takes a lock: an end that committed before is seen here, and a later one sees the new session.
    if ((await endSessions(tx, { userId: user.id, sid: access.sid })) === 0) throw sessionEnded();
    await signOutEverywhere(tx, user.id);
    await tx.session.create({ data: session });
    return session;
  });
  notifyAccountChange(notification, user.email, 'two-factor off');
  const knownDevice = knownDevices.mark({ userId: user.id, email: user.email, passwordHash });
  return { token: issueToken(user, next, false), user, knownDevice };
}

/**
 * Replaces the recovery codes.
 * @throws Problem `validation-failed` that names `password`; `conflict` where two-factor is off.
 */
export async function renewRecoveryCodes(
  { db, secretBox, ...notification }: TwoFactorDeps,
  access: Access,
  password: string,
): Promise<RecoveryCodes> {
  const account = await requireActiveAccount(db, access);
  const { user } = account;
  await mustBePassword(account, password);
  const renewed = await inUserTransaction(db, user.id, async (tx) => {
    const store = twoFactorStore(tx, secretBox, user.id);
    if (!(await store.state()).isOn) throw new Problem('conflict', 'Two-factor sign-in is off.');
    return { recoveryCodes: await store.renewCodes() };
  });
  notifyAccountChange(notification, user.email, 'recovery codes renewed');
  return renewed;
}
