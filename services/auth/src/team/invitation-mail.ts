import type { MemberRole } from '@tavola/contracts/permissions.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { linkMail } from '../mail/link-mail.ts';
import type { Mail } from '../mail/mailer.ts';
import { plainName } from '../mail/plain-name.ts';
import { INVITATION_DAYS } from './invitation-store.ts';

const AS: Record<MemberRole, string> = { owner: 'an owner', manager: 'a manager', staff: 'staff' };

/** The mail that invites somebody to a team. Anyone can invite any address, so of what a stranger could choose it has plain names alone. */
export function invitationMail(
  to: string,
  publicOrigin: string,
  token: string,
  { restaurant, invitedBy, role }: { restaurant: string; invitedBy: string; role: MemberRole },
): Mail {
  const who = plainName(invitedBy) ?? 'Somebody';
  const where = plainName(restaurant) ?? 'a restaurant';
  return linkMail({
    to,
    publicOrigin,
    subject: `You are invited to a team on ${PRODUCT_NAME}`,
    before: [
      `${who} invites you to the team of ${where} on ${PRODUCT_NAME}, as ${AS[role]}.`,
      `You can accept within ${INVITATION_DAYS} days.`,
    ],
    label: 'Open the invitation',
    path: `/join#token=${token}`,
    after: ["If you don't know who this is, ignore this email. Nothing changes."],
  });
}
