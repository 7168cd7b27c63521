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
 * Has the link to set a new password mailed to the account with this address, if there is one that is not suspended. All of
 * it happens later: the time that an answer takes does not tell who has an account.
 * @throws Problem `unavailable` where too many are waiting already.
 */
export function askReset({ db, mailer, later, publicOrigin }: ResetDeps, address: string): void {
  later.push('a mail with a link to set a new password', async (retrying) => {
    const account = await retrying(() => userStore(db).byEmail(address));
    if (!account?.isOpen) return;
    const token = await retrying(() => newReset(db, account.user.id));
    await retrying(() => mailer.send(resetMail(account.user.email, publicOrigin, token)));
  });
}
