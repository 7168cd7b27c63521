import type { EmailChangeInput } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { Problem, tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import { MAIL_LIMITS } from '../mail/mail-limits.ts';
import { isRefusedForGood } from '../mail/mailer.ts';
import { notifyAccountChange } from '../mail/notify-account-change.ts';
import type { NotificationDeps } from '../mail/send-notification.ts';
import { requireActiveAccount } from '../session/active-account.ts';
import { takenEmail } from '../session/email-taken.ts';
import { mustBePassword } from '../session/password-again.ts';
import { userStore } from '../session/user-store.ts';
import { emailChangeMail } from './email-change-mail.ts';
import { newEmailChange, withdrawEmailChange } from './email-change-store.ts';

interface EmailChangeDeps extends NotificationDeps {
  db: PrismaClient;
  rateLimitFactor: number;
}

/**
 * Mails a link to the new address, which makes it the account's, and a notice to the present one. Earlier links to new addresses no
 * longer work.
 * @throws Problem `validation-failed` that names `password` or `email`; `email-taken`; `too-many-requests` above `MAIL_LIMITS`;
 * `unauthenticated` where the session has ended; `unavailable` where too many tasks are pending.
 */
export async function askEmailChange(
  { db, rateLimitFactor, ...notification }: EmailChangeDeps,
  access: Access,
  { email, password }: EmailChangeInput,
): Promise<void> {
  const account = await requireActiveAccount(db, access);
  const { user } = account;
  await mustBePassword(account, password);
  if (emailKey(email) === emailKey(user.email)) throw sameEmail();
  if (await userStore(db).byEmail(email)) throw takenEmail();
  const most = MAIL_LIMITS.emailChange.count * rateLimitFactor;
  const made = await newEmailChange(db, user.id, { email, sid: access.sid }, most);
  if ('waitMs' in made) throw tooManyRequests('Too many links to new addresses were sent.', made.waitMs);
  const { token } = made;
  const { later, mailer, publicOrigin } = notification;
  try {
    later.push('new address mail', async (retrying) => {
      try {
        await retrying(() => mailer.send(emailChangeMail(email, publicOrigin, token)));
      } catch (error) {
        // Any other mail may have arrived.
        if (isRefusedForGood(error)) await withdrawEmailChange(db, user.id, token);
        throw error;
      }
    });
  } catch (error) {
    await withdrawEmailChange(db, user.id, token);
    throw error;
  }
  notifyAccountChange(notification, user.email, 'address to be changed');
}

function sameEmail(): Problem {
  const message = 'This is your address already.';
  return new Problem('validation-failed', message, { errors: [{ field: 'email', message }] });
}
