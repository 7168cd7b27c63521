import type { PrismaClient } from '../generated/client.ts';
import type { BackgroundTasks } from '../mail/background-tasks.ts';
import type { Mailer } from '../mail/mailer.ts';
import { userStore } from '../session/user-store.ts';
import { resetMail } from './reset-mail.ts';
import { newReset } from './reset-store.ts';

export interface ResetDeps {
  db: PrismaClient;
  mailer: Mailer;
  later: BackgroundTasks;
  publicOrigin: string;
}

/**
 * Mails a password reset link to the account with this address, if it exists and is not suspended. All work happens in
 * the background, so the response time does not reveal whether the account exists.
 * @throws Problem `unavailable` where too many tasks are pending.
 */
export function askReset({ db, mailer, later, publicOrigin }: ResetDeps, address: string): void {
  later.push('a mail with a link to set a new password', async (retrying) => {
    const account = await retrying(() => userStore(db).byEmail(address));
    if (!account?.isOpen) return;
    const token = await retrying(() => newReset(db, account.user.id));
    await retrying(() => mailer.send(resetMail(account.user.email, publicOrigin, token)));
  });
}
