import type { DeviceMark, ResetPasswordInput } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import { confirmEmail } from '../confirmation/confirmation-store.ts';
import { voidEmailChanges } from '../email-change/email-change-store.ts';
import type { PrismaClient } from '../generated/client.ts';
import { notifyAccountChange } from '../mail/notify-account-change.ts';
import type { NotificationDeps } from '../mail/send-notification.ts';
import { mustBeOpenSomewhere } from '../session/account-lock.ts';
import { inUserTransaction } from '../session/in-user-transaction.ts';
import type { KnownDevices } from '../session/known-device.ts';
import type { LimitedLogin } from '../session/login-limits.ts';
import { hashPassword } from '../session/password.ts';
import { mustNotBeGuessable } from '../session/password-policy.ts';
import { inSignInQueue, ofAccount } from '../session/sign-in-queue.ts';
import { signOutEverywhere } from '../session/sign-out-everywhere.ts';
import { userStore } from '../session/user-store.ts';
import type { TenantChange } from '../tenant/changed-addresses.ts';
import { forgetUnconfirmedFactor } from '../two-factor/two-factor-store.ts';
import { useReset, userOfReset } from './reset-store.ts';

interface ResetPasswordDeps extends NotificationDeps {
  db: PrismaClient;
  changePublisher: ChangePublisher<TenantChange>;
  knownDevices: KnownDevices;
  limitedLogin: LimitedLogin;
}

/**
 * Sets a new password with a mailed link. Uses up the user's links, voids pending changes of the address, ends all sessions, confirms the address, forgets failed
 * sign-ins and notifies the user. A second factor from before the address was first confirmed is dropped. Returns a mark that makes the device a known one.
 * @throws Problem `link-invalid` for a token that is unknown, expired or used; `account-suspended`; `validation-failed`
 * for a password that is easily guessed. The link stays valid after a `validation-failed`.
 */
export async function resetPassword(
  { db, changePublisher, knownDevices, limitedLogin, ...notification }: ResetPasswordDeps,
  { token, password }: ResetPasswordInput,
): Promise<DeviceMark> {
  const userId = await userOfReset(db, token);
  if (!userId) throw linkInvalid();
  setRequestIdentity({ userId });
  const passwordHash = await inSignInQueue(ofAccount(userId), () => hashPassword(password));
  const account = await userStore(db).byId(userId);
  const { address, isFactorDropped, changes } = await inUserTransaction(db, userId, async (tx) => {
    if (!(await useReset(tx, userId, token))) throw linkInvalid();
    const { name, email, emailConfirmedAt } = await tx.user.update({
      where: { id: userId },
      data: { passwordHash },
      select: { name: true, email: true, emailConfirmedAt: true },
    });
    mustNotBeGuessable(password, [name, email], 'password');
    await mustBeOpenSomewhere(tx, account);
    const isFactorDropped = await forgetUnconfirmedFactor(tx, { id: userId, emailConfirmedAt });
    const changes = await confirmEmail(tx, userId);
    await voidEmailChanges(tx, userId);
    await signOutEverywhere(tx, userId);
    return { address: email, isFactorDropped, changes };
  });
  await Promise.all(changes.map((change) => changePublisher.publish(change)));
  // Strangers' failures must not keep out the owner who has just proved to have the mailbox.
  await limitedLogin.forgive(emailKey(address));
  notifyAccountChange(notification, address, 'password changed');
  if (isFactorDropped) notifyAccountChange(notification, address, 'two-factor off');
  return { knownDevice: knownDevices.mark({ userId, email: address, passwordHash }) };
}

const linkInvalid = () =>
  new Problem('link-invalid', 'This link has expired or was already used. Please request a new one.');
