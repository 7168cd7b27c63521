import type { User } from '@tavola/contracts/auth.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { Retrying } from '../mail/background-tasks.ts';
import { MAIL_LIMITS } from '../mail/mail-limits.ts';
import { isRefusedForGood } from '../mail/mailer.ts';
import type { NotificationDeps } from '../mail/send-notification.ts';
import { requireActiveAccount } from '../session/active-account.ts';
import { tenantStore } from '../tenant/tenant-store.ts';
import { confirmationMail } from './confirmation-mail.ts';
import { newConfirmation, withdrawConfirmation } from './confirmation-store.ts';

export interface ConfirmationDeps extends NotificationDeps {
  db: PrismaClient;
  rateLimitFactor: number;
}

const WHAT = 'confirmation mail';

const mostOf = ({ rateLimitFactor }: ConfirmationDeps) => MAIL_LIMITS.confirmation.count * rateLimitFactor;

/** Mails a new user the first link, in the background. Never fails its caller: the user can ask for another one. */
export function mailFirstConfirmation(deps: ConfirmationDeps, user: User): void {
  const { db, later, log } = deps;
  try {
    later.push(WHAT, async (retrying) => {
      const made = await retrying(() => newConfirmation(db, user.id, mostOf(deps)));
      if ('token' in made) await mailLink(deps, user, made.token, retrying);
    });
  } catch (error) {
    log.warn({ err: error }, 'confirmation mail dropped: queue full');
  }
}

/**
 * Mails the signed-in user another link, unless the address is confirmed already. Earlier links stay valid.
 * @throws Problem `too-many-requests` above `MAIL_LIMITS`; `unauthenticated` where the session has ended; `unavailable`
 * where too many tasks are pending.
 */
export async function askConfirmation(deps: ConfirmationDeps, access: Access): Promise<void> {
  const { db, later } = deps;
  const { user } = await requireActiveAccount(db, access);
  if (user.isEmailConfirmed) return;
  const made = await newConfirmation(db, user.id, mostOf(deps));
  if ('waitMs' in made) throw tooManyRequests('Too many links were sent to your address.', made.waitMs);
  try {
    later.push(WHAT, (retrying) => mailLink(deps, user, made.token, retrying));
  } catch (error) {
    await withdrawConfirmation(db, user.id, made.token);
    throw error;
  }
}

/** Mails a link. One that is refused must not count toward the limit; any other may have arrived. */
async function mailLink(
  { db, mailer, publicOrigin }: ConfirmationDeps,
  user: User,
  token: string,
  retrying: Retrying,
): Promise<void> {
  try {
    const { tenantId } = user;
    const restaurant = tenantId === null ? null : await retrying(() => tenantStore(db, tenantId).find());
    await retrying(() => mailer.send(confirmationMail(user.email, publicOrigin, token, restaurant)));
  } catch (error) {
    if (isRefusedForGood(error)) await withdrawConfirmation(db, user.id, token);
    throw error;
  }
}
