import { randomUUID } from 'node:crypto';
import type { Place } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import type { MemberRole } from '@tavola/contracts/permissions.ts';
import { DAY_MS } from '@tavola/contracts/rules/times.ts';
import type { Invitation, InvitationInput } from '@tavola/contracts/team.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { Problem, tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import { requireWithin } from '@tavola/service-kit/http/validate.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { linkTokenHash, newLinkToken } from '../mail/link-token.ts';
import { MAIL_LIMITS } from '../mail/mail-limits.ts';
import {
  actAsTenant,
  actAsUser,
  holdUser,
  inUserTransaction,
  lockTenant,
  type Tx,
} from '../session/in-user-transaction.ts';
import { mustStillHave } from './must-still-have.ts';

/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 7;

/** Most expired invitations that one sweep deletes. */
const SWEPT_INVITATIONS = 5_000;

const { minutes: COUNTED_MINUTES } = MAIL_LIMITS.invitation;

/** Which invitations can be accepted. */
const isOpen = () => ({ endedAt: null, expiresAt: { gt: new Date() } });

/** Who invites, `invitedBy` by name. At most `mostMails` an hour are to be mailed. */
interface Inviter {
  access: Access;
  invitedBy: string;
  mostMails: number;
  key: IdempotencyKey | undefined;
}

/**
 * What is kept with the key of an invitation, without its token. `isMailed`: one by mail was sent. `mailingUntil`: a process is mailing
 * it, or has died of it by then; in Unix time in milliseconds.
 */
interface Made {
  id: string;
  isMailed?: boolean;
  mailingUntil?: number;
}

/** How long a process may take to hand a mail over, in milliseconds. */
const MAILING_MS = 60_000;

/**
 * Creates an invitation of the restaurant and its token. One to the same address ends. Where the inviter's `key` came before with one that
 * is still open, it is that: one that is shown has a new token, as nobody has the one before; one by mail gets it in `mustMail`.
 * @throws Problem `conflict` where a member has the address; `quota-reached`; `too-many-requests`; `key-reused`; `too-many-keys`.
 */
export async function newInvitation(
  db: PrismaClient,
  tenantId: string,
  { email, role, mayDeclare = false }: InvitationInput,
  { access, invitedBy, mostMails, key }: Inviter,
): Promise<{ invitation: Invitation; token: string; isMailed: boolean }> {
  const token = newLinkToken();
  const tokenHash = linkTokenHash(token);
  const address = email === undefined ? null : emailKey(email);
  const owner = { userId: access.sub };
  const { row, isMailed } = await asTenant(db, tenantId, async (tx) => {
    await actAsUser(tx, access.sub);
    await holdUser(tx, access.sub);
    const earlier = await findAnswer<Made>(tx, owner, key);
    await lockTenant(tx, tenantId);
    await mustStillHave(tx, tenantId, access, 'restaurant.own');
    const same = earlier && (await tx.invitation.findFirst({ where: { id: earlier.id, tenantId, ...isOpen() } }));
    if (same) {
      const data = { tokenHash };
      if (address === null) await tx.invitation.update({ where: { id: same.id }, data, select: { id: true } });
      // The release before kept nothing about the mail.
      return { row: same, isMailed: earlier.isMailed ?? address !== null };
    }
    if (address !== null) {
      const isMember = await tx.membership.count({ where: { tenantId, removedAt: null, user: { emailKey: address } } });
      if (isMember > 0) throw new Problem('conflict', 'This person is already in your team.');
      await mustBeFew(tx, tenantId, mostMails);
      await endInvitations(tx, { tenantId, emailKey: address });
    }
    requireWithin('invitations', 1 + (await tx.invitation.count({ where: { tenantId, ...isOpen() } })));
    const row = await tx.invitation.create({
      data: {
        id: randomUUID(),
        tenantId,
        email: email ?? null,
        emailKey: address,
        role,
        mayDeclare,
        tokenHash,
        invitedBy,
        inviterId: access.sub,
        expiresAt: new Date(Date.now() + INVITATION_DAYS * DAY_MS),
      },
    });
    await keepAnswer<Made>(tx, owner, key, { id: row.id, ...(address !== null && { isMailed: false }) });
    return { row, isMailed: false };
  });
  const { id, createdAt, expiresAt } = row;
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { invitation: { id, email: row.email, role, mayDeclare, invitedBy, ...times }, token, isMailed };
}

/** A user's invitation by mail, which came with a key. */
interface KeyedInvitation {
  id: string;
  tenantId: string;
  userId: string;
  key: IdempotencyKey;
}

/**
 * Whether the invitation is still to be mailed, with this token, which is its own then. A process does that at a time: two mails would
 * have two links, of which one is dead.
 * @throws while another process is mailing it.
 */
export const mustMail = (db: PrismaClient, { id, tenantId, userId, key }: KeyedInvitation, token: string) =>
  asTenant(db, tenantId, async (tx) => {
    await actAsUser(tx, userId);
    const made = await findAnswer<Made>(tx, { userId }, key);
    if (made?.id !== id || made.isMailed) return false;
    const where = { id, tenantId, ...isOpen() };
    const tokenHash = linkTokenHash(token);
    const isOwn = (await tx.invitation.count({ where: { ...where, tokenHash } })) > 0;
    if (!isOwn && (made.mailingUntil ?? 0) > Date.now()) throw new Error('another process is mailing it');
    if ((await tx.invitation.updateMany({ where, data: { tokenHash } })).count === 0) return false;
    await keepAnswer<Made>(tx, { userId }, key, { id, isMailed: false, mailingUntil: Date.now() + MAILING_MS });
    return true;
  });

/** Notes that the invitation was mailed, or could not be. The key may be of another one by now. */
export const noteMailed = (db: PrismaClient, { id, userId, key }: KeyedInvitation, isMailed: boolean): Promise<void> =>
  inUserTransaction(db, userId, async (tx) => {
    const made = await findAnswer<Made>(tx, { userId }, key);
    if (made?.id === id) await keepAnswer<Made>(tx, { userId }, key, { id, isMailed });
  });

async function mustBeFew(tx: Tx, tenantId: string, most: number): Promise<void> {
  const recent = await tx.$queryRaw<{ msLeft: number }[]>`
    SELECT extract(epoch FROM created_at + make_interval(mins => ${COUNTED_MINUTES}::int) - now())::float8 * 1000 AS "msLeft"
    FROM invitation
    WHERE tenant_id = ${tenantId}::uuid AND email IS NOT NULL AND created_at > now() - make_interval(mins => ${COUNTED_MINUTES}::int)
    ORDER BY created_at DESC LIMIT ${most}::int`;
  const oldest = recent[most - 1];
  if (oldest) throw tooManyRequests('Too many invitations were sent.', oldest.msLeft);
}

/**
 * Ends an open invitation of the restaurant. Returns whether there was one.
 * @throws Problem `unauthenticated` or `forbidden` where the caller was changed meanwhile.
 */
export const withdrawInvitation = (db: PrismaClient, tenantId: string, access: Access, id: string): Promise<boolean> =>
  asTenant(db, tenantId, async (tx) => {
    await lockTenant(tx, tenantId);
    await mustStillHave(tx, tenantId, access, 'restaurant.own');
    return (await endInvitations(tx, { id, tenantId })) > 0;
  });

/** Ends those invitations of a restaurant that are still open, in a transaction of it. Returns how many. */
async function endInvitations(
  tx: Tx,
  which: { tenantId: string } & Prisma.InvitationWhereInput,
  acceptedBy?: string,
): Promise<number> {
  const data = { endedAt: new Date(), ...(acceptedBy && { acceptedBy }) };
  return (await tx.invitation.updateMany({ where: { ...which, ...isOpen() }, data })).count;
}

const PLACE_COLUMNS = { id: true, name: true, slug: true, address: true, isActive: true, deleteAt: true } as const;

/** An invitation that can be accepted. */
export interface OpenInvitation {
  tenantId: string;
  restaurant: string;
  email: string | null;
  role: MemberRole;
  /** The restaurant as it is the member's then. */
  place: Place;
}

/** The open invitation of a token to a restaurant that is not suspended; null where there is none. */
export async function openInvitation(db: PrismaClient, token: string): Promise<OpenInvitation | null> {
  const found = await asPlatform(db, (tx) =>
    tx.invitation.findUnique({
      where: { tokenHash: linkTokenHash(token), ...isOpen() },
      select: { tenantId: true, email: true, role: true, tenant: { select: PLACE_COLUMNS } },
    }),
  );
  if (!found?.tenant.isActive || found.tenant.deleteAt) return null;
  const { tenant, ...invitation } = found;
  const role = invitation.role as MemberRole;
  const { isActive, deleteAt: _deleteAt, ...place } = tenant;
  return { ...invitation, restaurant: tenant.name, role, place: { ...place, role, isOpen: isActive } };
}

/**
 * Uses an invitation up and makes the user a member, who may declare allergens or not, in a transaction of the restaurant and the user, whose row is locked.
 * @throws Problem `link-invalid` where it was used or withdrawn meanwhile; `conflict` where the user is a member already; `quota-reached`.
 */
export async function useInvitation(
  tx: Tx,
  tenantId: string,
  userId: string,
  token: string,
): Promise<{ mayDeclare: boolean }> {
  await lockTenant(tx, tenantId);
  const invitation = await tx.invitation.findFirst({
    where: { tenantId, tokenHash: linkTokenHash(token), ...isOpen() },
    select: { id: true, role: true, mayDeclare: true },
  });
  const tenant = await tx.tenant.findUnique({ where: { id: tenantId }, select: { isActive: true, deleteAt: true } });
  if (!invitation || !tenant?.isActive || tenant.deleteAt) throw invitationInvalid();
  const former = await tx.membership.findUnique({ where: { tenantId_userId: { tenantId, userId } } });
  if (former && former.removedAt === null) throw new Problem('conflict', "You're already in this team.");
  requireWithin('members', 1 + (await tx.membership.count({ where: { tenantId, removedAt: null } })));
  const { id, role, mayDeclare } = invitation;
  if ((await endInvitations(tx, { id, tenantId }, userId)) === 0) throw invitationInvalid();
  await endInvitationsTo(tx, tenantId, userId);
  const membership = { role, mayDeclare, createdAt: new Date(), removedAt: null };
  await tx.membership.upsert({
    where: { tenantId_userId: { tenantId, userId } },
    create: { tenantId, userId, ...membership },
    update: membership,
    select: { userId: true },
  });
  return { mayDeclare };
}

/** Ends the open invitations that a member made who may invite no more, in a transaction of the restaurant. */
export async function endInvitationsBy(tx: Tx, tenantId: string, inviterId: string): Promise<void> {
  await endInvitations(tx, { tenantId, inviterId });
}

/** Ends the open invitations that a user made, in every restaurant, in a transaction of the user whose row is locked. */
export async function endAllInvitationsBy(tx: Tx, userId: string): Promise<void> {
  const memberships = await tx.membership.findMany({
    where: { userId, removedAt: null },
    orderBy: { tenantId: 'asc' },
    select: { tenantId: true },
  });
  for (const { tenantId } of memberships) {
    await actAsTenant(tx, tenantId);
    await endInvitationsBy(tx, tenantId, userId);
  }
}

/** Ends the open invitations by mail to a user who has joined or was removed, in a transaction of the restaurant and the user. */
export async function endInvitationsTo(tx: Tx, tenantId: string, userId: string): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { emailKey: true } });
  if (user) await endInvitations(tx, { tenantId, emailKey: user.emailKey });
}

/** Deletes invitations that expired more than a day ago, at most `SWEPT_INVITATIONS`. Returns how many. */
export const sweepInvitations = (db: PrismaClient): Promise<number> =>
  asPlatform(
    db,
    (tx) => tx.$executeRaw`
      DELETE FROM invitation WHERE id IN (
        SELECT id FROM invitation WHERE expires_at < now() - interval '1 day' LIMIT ${SWEPT_INVITATIONS})`,
  );

/** The error for an invitation that can't be accepted. */
export const invitationInvalid = () =>
  new Problem('link-invalid', 'This invitation has expired, was used or was withdrawn. Please ask for another one.');
