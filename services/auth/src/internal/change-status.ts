import type { InternalStatusInput, TenantStatusChange, UserStatusChange } from '@tavola/contracts/admin.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';
import { endSessions } from '../session/end-sessions.ts';
import { actAsTenant, actAsUser, type Tx } from '../session/in-user-transaction.ts';
import { PUBLIC_COLUMNS, toUser } from '../session/user-store.ts';
import { endAllInvitationsBy } from '../team/invitation-store.ts';
import { lastChange, type TenantChange } from '../tenant/changed-addresses.ts';
import { TENANT_SELECT, toTenant } from '../tenant/tenant-store.ts';

/** Advisory lock: one suspension or restore at a time. Held until the commit. */
const STATUS_LOCK = 7_305_118;

/**
 * Suspends the restaurant `tenantId` (closes its menu and ends its users' sessions) or restores it, in one transaction.
 * Does nothing where it already has that status.
 * @throws Problem `not-found`; `conflict` where the acting admin runs it; `forbidden` where the actor is not an active
 * admin.
 */
export async function changeTenantStatus(
  { db, changePublisher }: { db: PrismaClient; changePublisher: ChangePublisher<TenantChange> },
  tenantId: string,
  input: InternalStatusInput,
): Promise<TenantStatusChange> {
  const { done, change } = await inTransaction(db, async (tx: Tx) => {
    const done = await setTenantStatus(tx, tenantId, input);
    return { done, change: await lastChange(tx, tenantId) };
  });
  // Also publish when nothing changed: this may be a retry after a crash before the first publish.
  if (change) await changePublisher.publish(change);
  return done;
}

async function setTenantStatus(
  tx: Tx,
  tenantId: string,
  { isActive, actorId }: InternalStatusInput,
): Promise<TenantStatusChange> {
  const actor = await lockedActor(tx, actorId);
  await actAsTenant(tx, tenantId);
  const before = await tx.tenant.findUnique({ where: { id: tenantId }, select: TENANT_SELECT });
  if (!before) throw notFound('The restaurant');
  if (before.isActive === isActive) return { wasActive: isActive, tenant: toTenant(before), endedSessions: 0 };
  if (!isActive && actor.memberships.some((own) => own.tenantId === tenantId)) {
    throw new Problem('conflict', "You can't suspend your own restaurant.");
  }
  const tenant = await tx.tenant.update({
    where: { id: tenantId },
    data: { isActive, version: { increment: 1 } },
    select: TENANT_SELECT,
  });
  const endedSessions = isActive ? 0 : await endSessions(tx, { tenantId });
  return { wasActive: !isActive, tenant: toTenant(tenant), endedSessions };
}

/**
 * Suspends the user `userId` (ends all sessions and open invitations, and blocks sign-in) or restores them, in one
 * transaction. Does nothing where the user already has that status.
 * @throws Problem `not-found`; `conflict` where admins suspend themselves; `forbidden` where the actor is not an active
 * admin.
 */
export function changeUserStatus(
  db: PrismaClient,
  userId: string,
  { isActive, actorId }: InternalStatusInput,
): Promise<UserStatusChange> {
  return inTransaction(db, async (tx: Tx): Promise<UserStatusChange> => {
    const actor = await lockedActor(tx, actorId);
    const before = await tx.user.findUnique({ where: { id: userId }, select: PUBLIC_COLUMNS });
    if (!before) throw notFound('The user');
    if (before.isActive === isActive) return { wasActive: isActive, user: toUser(before), endedSessions: 0 };
    if (!isActive && actor.id === userId) throw new Problem('conflict', "You can't suspend yourself.");
    await actAsUser(tx, userId);
    const user = await tx.user.update({ where: { id: userId }, data: { isActive }, select: PUBLIC_COLUMNS });
    if (!isActive) await endAllInvitationsBy(tx, userId);
    const endedSessions = isActive ? 0 : await endSessions(tx, { userId });
    return { wasActive: !isActive, user: toUser(user), endedSessions };
  });
}

/**
 * Returns the acting admin, and lets `tx` read across tenants from here on. Such transactions run one at a time: if two
 * admins suspend each other, the first one wins and stays active, so at least one admin always remains.
 */
async function lockedActor(tx: Tx, actorId: string): Promise<{ id: string; memberships: { tenantId: string }[] }> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${STATUS_LOCK}), set_config('app.platform', 'on', true)`;
  const actor = await tx.user.findUnique({
    where: { id: actorId },
    select: {
      id: true,
      role: true,
      isActive: true,
      memberships: { where: { removedAt: null }, select: { tenantId: true, tenant: { select: { isActive: true } } } },
    },
  });
  // As at a sign-in: one open restaurant is enough, and so is none at all.
  const places = actor?.memberships ?? [];
  const isShutOut = places.length > 0 && places.every(({ tenant }) => !tenant.isActive);
  if (actor?.role !== 'admin' || !actor.isActive || isShutOut) {
    throw new Problem('forbidden', "You don't have permission to do this.");
  }
  return actor;
}
