import type { DeviceMark } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import { confirmEmail } from '../confirmation/confirmation-store.ts';
import type { PrismaClient } from '../generated/client.ts';
import { notifyAccountChange } from '../mail/notify-account-change.ts';
import type { NotificationDeps } from '../mail/send-notification.ts';
import { voidReset } from '../reset/reset-store.ts';
import { mustBeOpenSomewhere } from '../session/account-lock.ts';
import { emailTaken } from '../session/email-taken.ts';
import { inUserTransaction } from '../session/in-user-transaction.ts';
import type { KnownDevices } from '../session/known-device.ts';
import type { LimitedLogin } from '../session/login-limits.ts';
import { signOutEverywhere } from '../session/sign-out-everywhere.ts';
import { userStore } from '../session/user-store.ts';
import type { TenantChange } from '../tenant/changed-addresses.ts';
import { useEmailChange, userOfEmailChange } from './email-change-store.ts';

interface ConfirmEmailChangeDeps extends NotificationDeps {
  db: PrismaClient;
  changePublisher: ChangePublisher<TenantChange>;
  knownDevices: KnownDevices;
  limitedLogin: LimitedLogin;
}

/**
 * Makes the new address the account's with the link mailed to it. Links mailed to the old one no longer set a password, all sessions
 * but the one that asked end, and both addresses are told. Returns a mark that makes the device a known one.
 * @throws Problem `link-invalid` for a token that is unknown, expired, used or replaced; `account-suspended`; `email-taken` where
 * another account has the address by now.
 */
export async function confirmEmailChange(
  { db, changePublisher, knownDevices, limitedLogin, ...notification }: ConfirmEmailChangeDeps,
  token: string,
): Promise<DeviceMark> {
  const userId = await userOfEmailChange(db, token);
  if (!userId) throw linkInvalid();
  setRequestIdentity({ userId });
  const account = await userStore(db).byId(userId);
  const { before, email, passwordHash, changes } = await inUserTransaction(db, userId, async (tx) => {
    const wanted = await useEmailChange(tx, userId, token);
    if (!wanted) throw linkInvalid();
    const { email, sid } = wanted;
    const user = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, passwordHash: true },
    });
    await mustBeOpenSomewhere(tx, account);
    // The time of the first confirmation stays: a second factor that was set up since then is the owner's.
    await tx.user.update({ where: { id: userId }, data: { email, emailKey: emailKey(email) }, select: { id: true } });
    const changes = await confirmEmail(tx, userId);
    await voidReset(tx, userId);
    await signOutEverywhere(tx, userId, sid);
    return { before: user.email, email, passwordHash: user.passwordHash, changes };
  }).catch((error) => {
    throw emailTaken(error) ?? error;
  });
  await Promise.all(changes.map((change) => changePublisher.publish(change)));
  // Strangers' failures at this address must not keep out the owner who has just proved to have the mailbox.
  await limitedLogin.forgive(emailKey(email));
  notifyAccountChange(notification, before, 'address replaced');
  notifyAccountChange(notification, email, 'address changed');
  return { knownDevice: knownDevices.mark({ userId, email, passwordHash }) };
}

const linkInvalid = () =>
  new Problem(
    'link-invalid',
    'This link has expired, was used or was replaced by a newer one. Please ask for another.',
  );
