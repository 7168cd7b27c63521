import type { Member, MemberChange } from '@tavola/contracts/team.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { notFound, Problem, requireFound } from '@tavola/service-kit/http/problem.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';
import { endDevices } from '../kitchen-device/device-store.ts';
import { requireActiveAccount } from '../session/active-account.ts';
import { endSessions } from '../session/end-sessions.ts';
import { actAsTenant, actAsUser, lockTenant, lockUser, type Tx } from '../session/in-user-transaction.ts';
import { lastChange, type TenantChange } from '../tenant/changed-addresses.ts';
import { endInvitationsBy, endInvitationsTo } from './invitation-store.ts';
import { mustStillHave } from './must-still-have.ts';
import { findMember, teamStore } from './team-store.ts';

interface TeamDeps {
  db: PrismaClient;
  changePublisher: ChangePublisher<TenantChange>;
}

/**
 * Changes a member's role, or whether staff may declare allergens, and ends the member's sessions in the restaurant if that changes
 * anything: a token says what its session may.
 * @throws Problem `not-found`; `conflict` for the last owner, or an admin; `changed-meanwhile`; `unauthenticated` or `forbidden` where the
 * caller was changed meanwhile.
 */
export async function changeMember(
  { db, changePublisher }: TeamDeps,
  access: Access,
  { tenantId, userId, ifMatch }: { tenantId: string; userId: string; ifMatch: IfMatch },
  { role, mayDeclare }: MemberChange,
): Promise<Member> {
  await requireActiveAccount(db, access);
  const change = await inTeamTransaction(db, { tenantId, userId, access, isLeaving: false }, async (tx, member) => {
    if (ifMatch)
      requireMatch('The member', requireFound('The member', await findMember(tx, tenantId, userId)), ifMatch);
    const after = { role: role ?? member.role, mayDeclare: mayDeclare ?? member.mayDeclare };
    if (after.role === member.role && after.mayDeclare === member.mayDeclare) return null;
    if (member.role === 'owner' && after.role !== 'owner') await mustBeAnotherOwner(tx, tenantId, userId);
    await tx.membership.update({
      where: { tenantId_userId: { tenantId, userId } },
      data: after,
      select: { userId: true },
    });
    await tx.user.updateMany({ where: { id: userId, tenantId, role: { not: 'admin' } }, data: { role: after.role } });
    if (after.role !== 'owner') await endInvitationsBy(tx, tenantId, userId);
    const change = await ownersChanged(tx, tenantId, member.role, after.role);
    await endSessions(tx, { tenantId, userId });
    return change;
  });
  if (change) await changePublisher.publish(change);
  return requireFound('The member', await teamStore(db, tenantId).find(userId));
}

/**
 * Takes somebody out of the team, or lets the caller leave (`isLeaving`). Sessions, kitchen devices and invitations of the member in the
 * restaurant end.
 * @throws as `changeMember`
 */
export async function removeMember(
  { db, changePublisher }: TeamDeps,
  access: Access,
  { tenantId, userId, isLeaving = false }: { tenantId: string; userId: string; isLeaving?: boolean },
): Promise<void> {
  await requireActiveAccount(db, access);
  const change = await inTeamTransaction(db, { tenantId, userId, access, isLeaving }, async (tx, member) => {
    if (member.role === 'owner') await mustBeAnotherOwner(tx, tenantId, userId);
    await tx.membership.update({
      where: { tenantId_userId: { tenantId, userId } },
      data: { removedAt: new Date() },
      select: { userId: true },
    });
    await leaveLastPlace(tx, tenantId, userId);
    await actAsTenant(tx, tenantId);
    await endInvitationsBy(tx, tenantId, userId);
    await endInvitationsTo(tx, tenantId, userId);
    await endDevices(tx, { tenantId, userId });
    const change = await ownersChanged(tx, tenantId, member.role, null);
    await endSessions(tx, { tenantId, userId });
    return change;
  });
  if (change) await changePublisher.publish(change);
}

interface StoredMember {
  role: string;
  mayDeclare: boolean;
}

/**
 * Runs `act` with the member's rows and the team locked. The team of a restaurant changes one at a time: two owners who demote each
 * other leave one owner.
 */
function inTeamTransaction<Result>(
  db: PrismaClient,
  { tenantId, userId, access, isLeaving }: { tenantId: string; userId: string; access: Access; isLeaving: boolean },
  act: (tx: Tx, member: StoredMember) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx: Tx) => {
    await actAsUser(tx, userId);
    await actAsTenant(tx, tenantId);
    // A sign-in locks these in the same order, so the two cannot deadlock.
    await lockUser(tx, userId);
    await lockTenant(tx, tenantId);
    await mustStillHave(tx, tenantId, access, isLeaving ? 'menu.read' : 'restaurant.own');
    const member = await tx.membership.findFirst({ where: { tenantId, userId, removedAt: null } });
    if (!member) throw notFound('The member');
    const user = await tx.user.findUnique({ where: { id: userId }, select: { role: true } });
    if (user?.role === 'admin') throw new Problem('conflict', "An admin's restaurant stays the admin's.");
    return act(tx, member);
  });
}

/** @throws Problem `conflict` */
async function mustBeAnotherOwner(tx: Tx, tenantId: string, userId: string): Promise<void> {
  const others = await tx.membership.count({
    where: { tenantId, userId: { not: userId }, role: 'owner', removedAt: null, user: { isActive: true } },
  });
  if (others === 0) {
    throw new Problem(
      'conflict',
      'A restaurant needs an owner. Make somebody else an owner first, or delete the restaurant.',
    );
  }
}

/** Where `tenantId` was the restaurant that the user used last, makes it another one, or none. In a transaction of the user. */
export async function leaveLastPlace(tx: Tx, tenantId: string, userId: string): Promise<void> {
  const next = await tx.membership.findFirst({
    where: { userId, tenantId: { not: tenantId }, removedAt: null },
    orderBy: [{ createdAt: 'asc' }, { tenantId: 'asc' }],
    select: { tenantId: true, role: true },
  });
  await tx.user.updateMany({
    where: { id: userId, tenantId },
    data: { tenantId: next?.tenantId ?? null, role: next?.role ?? 'owner' },
  });
}

/** Search engines may find a restaurant by its owners' confirmed addresses: a change of its owners is one of it. */
export async function ownersChanged(
  tx: Tx,
  tenantId: string,
  before: string | null,
  after: string | null,
): Promise<TenantChange | null> {
  if ((before === 'owner') === (after === 'owner')) return null;
  await tx.tenant.updateMany({ where: { id: tenantId }, data: { version: { increment: 1 } } });
  return lastChange(tx, tenantId);
}
