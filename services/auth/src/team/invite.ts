import type { InvitationInput, NewInvitation } from '@tavola/contracts/team.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import type { IdempotencyKey } from '@tavola/service-kit/http/idempotency.ts';
import { requireFound } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import { MAIL_LIMITS } from '../mail/mail-limits.ts';
import type { NotificationDeps } from '../mail/send-notification.ts';
import { requireActiveAccount } from '../session/active-account.ts';
import { tenantStore } from '../tenant/tenant-store.ts';
import { invitationMail } from './invitation-mail.ts';
import { mustMail, newInvitation, noteMailed, openInvitation, withdrawInvitation } from './invitation-store.ts';

interface InviteDeps extends Omit<NotificationDeps, 'log'> {
  db: PrismaClient;
  rateLimitFactor: number;
}

/**
 * Invites to the team of the restaurant: by mail, or by a link that is returned once. The answer is the same whether an account with the
 * address exists or not. With a `key`, once: what was mailed is not mailed again, and an earlier link with this key, which nobody saw, ends.
 * @throws Problem `conflict` where a member has the address; `quota-reached`; `too-many-requests` above `MAIL_LIMITS`; `key-reused`; `too-many-keys`; `unavailable` where
 * too many tasks are pending.
 */
export async function invite(
  { db, rateLimitFactor, mailer, later, publicOrigin }: InviteDeps,
  access: Access,
  tenantId: string,
  input: InvitationInput,
  key: IdempotencyKey | undefined,
): Promise<NewInvitation> {
  const { user } = await requireActiveAccount(db, access);
  const tenant = requireFound('The restaurant', await tenantStore(db, tenantId).find());
  const by = {
    access,
    invitedBy: user.name,
    mostMails: MAIL_LIMITS.invitation.count * rateLimitFactor,
    key,
  };
  const { invitation, token, isMailed } = await newInvitation(db, tenantId, input, by);
  const { email } = invitation;
  if (email === null) return { ...invitation, link: `${publicOrigin}/join#token=${token}` };
  if (isMailed) return { ...invitation, link: null };
  const mail = invitationMail(email, publicOrigin, token, { ...invitation, restaurant: tenant.name });
  try {
    const keyed = key && { id: invitation.id, tenantId, userId: user.id, key };
    later.push(`invitation mail ${invitation.id}`, async (retrying) => {
      const isSent = await retrying(async () => {
        if (!(keyed ? await mustMail(db, keyed, token) : await openInvitation(db, token))) return false;
        await mailer.send(mail).catch(async (error) => {
          if (keyed) await noteMailed(db, keyed, false).catch(() => {});
          throw error;
        });
        return true;
      });
      if (isSent && keyed) await retrying(() => noteMailed(db, keyed, true));
    });
  } catch (error) {
    // Where the caller may not any more, it ends by itself; what is said is why no mail goes.
    await withdrawInvitation(db, tenantId, access, invitation.id).catch(() => {});
    throw error;
  }
  return { ...invitation, link: null };
}
