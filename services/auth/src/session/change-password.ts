import type { DeviceMark, PasswordInput } from '@tavola/contracts/auth.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { voidEmailChanges } from '../email-change/email-change-store.ts';
import type { PrismaClient } from '../generated/client.ts';
import { notifyAccountChange } from '../mail/notify-account-change.ts';
import type { NotificationDeps } from '../mail/send-notification.ts';
import { voidReset } from '../reset/reset-store.ts';
import { requireActiveAccount } from './active-account.ts';
import { inUserTransaction } from './in-user-transaction.ts';
import type { KnownDevices } from './known-device.ts';
import { replacePassword } from './password-again.ts';
import { mustNotBeGuessable } from './password-policy.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';

/**
 * Changes the password, voids pending reset links and changes of the address, ends the user's other sessions and kitchen devices, and notifies them by mail. Returns a new
 * mark for the device: the old one ends with the password.
 * @throws Problem `unauthenticated` for an ended session; `validation-failed` where the current password is wrong or the
 * new one is easily guessed; `conflict` where the password was changed meanwhile.
 */
export async function changePassword(
  { db, knownDevices, ...notification }: { db: PrismaClient; knownDevices: KnownDevices } & NotificationDeps,
  access: Access,
  { currentPassword, newPassword }: PasswordInput,
): Promise<DeviceMark> {
  const account = await requireActiveAccount(db, access);
  const { user, passwordHash } = account;
  mustNotBeGuessable(newPassword, [user.name, user.email], 'newPassword');
  const next = await replacePassword(account, currentPassword, newPassword);
  await inUserTransaction(db, user.id, async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: user.id, passwordHash },
      data: { passwordHash: next },
    });
    if (count === 0) throw new Problem('conflict', 'Your password was just changed. Please sign in again.');
    await voidReset(tx, user.id);
    await voidEmailChanges(tx, user.id);
    await signOutEverywhere(tx, user.id, access.sid);
  });
  notifyAccountChange(notification, user.email, 'password changed');
  return { knownDevice: knownDevices.mark({ userId: user.id, email: user.email, passwordHash: next }) };
}
