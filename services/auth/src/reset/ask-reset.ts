import type { PrismaClient } from '../generated/client.ts';
import { MAIL_LIMITS } from '../mail/mail-limits.ts';
import { isRefusedForGood } from '../mail/mailer.ts';
import type { NotificationDeps } from '../mail/send-notification.ts';
import { userStore, whereSignedIn } from '../session/user-store.ts';
import { resetMail } from './reset-mail.ts';
import { newReset, withdrawReset } from './reset-store.ts';

interface ResetDeps extends Omit<NotificationDeps, 'log'> {
  db: PrismaClient;
  rateLimitFactor: number;
}

/**
 * Mails a password reset link to the account with this address, if it exists, is not suspended and was not mailed too many
 * just now, which still work. All work happens in the background, so the response does not reveal whether the account exists.
 * @throws Problem `unavailable` where too many tasks are pending.
 */
export function askReset({ db, mailer, later, publicOrigin, rateLimitFactor }: ResetDeps, address: string): void {
  later.push('password reset mail', async (retrying) => {
    const account = await retrying(() => userStore(db).byEmail(address));
    if (!account || !whereSignedIn(account)) return;
    const token = await retrying(() => newReset(db, account.user.id, MAIL_LIMITS.reset.count * rateLimitFactor));
    if (token === null) return;
    try {
      await retrying(() => mailer.send(resetMail(account.user.email, publicOrigin, token)));
    } catch (error) {
      // Any other mail may have arrived.
      if (isRefusedForGood(error)) await withdrawReset(db, account.user.id, token);
      throw error;
    }
  });
}
