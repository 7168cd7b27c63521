import { inTransaction, type Pool, readAsPlatform } from '@tavola/service-kit/data/postgres.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { actAsTenant, actAsUser, type Tx } from '../session/in-user-transaction.ts';
import { leaveLastPlace } from '../team/change-member.ts';
import type { TenantChange } from '../tenant/changed-addresses.ts';

/** Wait after the grace period before anything is deleted. Covers clock differences and requests still running. */
const REST = '10 minutes';

/** Most restaurants returned by one call. */
const PAGE = 500;

/** Restaurants whose grace period is over and that have no admin, oldest first, at most `PAGE`. */
export async function dueForDeletion(pool: Pool): Promise<string[]> {
  const rows = await readAsPlatform<{ id: string }>(
    pool,
    Prisma.sql`SELECT id FROM tenant WHERE delete_at < now() - ${REST}::interval
          AND NOT EXISTS (
            SELECT FROM membership JOIN "user" ON "user".id = user_id
            WHERE membership.tenant_id = tenant.id AND removed_at IS NULL AND "user".role = 'admin')
        ORDER BY delete_at LIMIT ${PAGE}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes a restaurant whose grace period is over, and those who never worked for another, with their data, in one transaction. Its slugs stay
 * taken. Somebody who has left it keeps the account.
 * Call this after every other service has deleted its data: it also deletes the record that a deletion was due.
 * @throws Problem `not-found`; `conflict` where its deletion is not due, or an admin runs it.
 */
export async function deleteTenant(
  { db, changePublisher }: { db: PrismaClient; changePublisher: ChangePublisher<TenantChange> },
  tenantId: string,
): Promise<void> {
  const { version, slug } = await inTransaction(db, async (tx: Tx) => {
    await actAsTenant(tx, tenantId);
    // A sign-in locks these in the same order, so the two cannot deadlock. Those who have left may be thousands.
    const members = await tx.membership.findMany({
      where: { tenantId, OR: [{ removedAt: null }, { user: { tenantId } }] },
      orderBy: { userId: 'asc' },
    });
    for (const { userId } of members) {
      await actAsUser(tx, userId);
      await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`;
    }
    const found = await lockedDue(tx, tenantId);
    await tx.session.deleteMany({ where: { tenantId } });
    await tx.kitchenDevice.deleteMany({ where: { tenantId } });
    await tx.membership.deleteMany({
      where: { tenantId, removedAt: { not: null }, userId: { notIn: members.map(({ userId }) => userId) } },
    });
    for (const { userId, removedAt } of members) {
      await actAsUser(tx, userId);
      await deleteMember(tx, tenantId, { userId, isFormer: removedAt !== null });
    }
    await tx.tenant.delete({ where: { id: tenantId }, select: { id: true } });
    return found;
  });
  await changePublisher.publish({ tenantId, version: version + 1, slug, isShown: false, endsCopies: true });
}

/** Deletes a membership, and a member's account if it was the only one. In a transaction of the restaurant and the user. */
async function deleteMember(
  tx: Tx,
  tenantId: string,
  { userId, isFormer }: { userId: string; isFormer: boolean },
): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { role: true } });
  if (user.role === 'admin' && !isFormer) throw notNow();
  const elsewhere = await tx.membership.count({ where: { userId, tenantId: { not: tenantId } } });
  if (isFormer || elsewhere > 0) {
    await leaveLastPlace(tx, tenantId, userId);
    await tx.membership.delete({ where: { tenantId_userId: { tenantId, userId } }, select: { userId: true } });
    return;
  }
  await tx.session.deleteMany({ where: { userId } });
  await tx.membership.delete({ where: { tenantId_userId: { tenantId, userId } }, select: { userId: true } });
  // Password reset links, authenticator apps and recovery codes are deleted with their user.
  await tx.user.deleteMany({ where: { id: userId } });
}

async function lockedDue(tx: Tx, tenantId: string): Promise<{ version: number; slug: string }> {
  const [found] = await tx.$queryRaw<{ version: number; slug: string; isDue: boolean | null }[]>`
    SELECT version, slug, delete_at < now() - ${Prisma.raw(`interval '${REST}'`)} AS "isDue" FROM tenant
    WHERE id = ${tenantId}::uuid FOR UPDATE`;
  if (!found) throw notFound('The restaurant');
  if (!found.isDue) throw notNow();
  return found;
}

const notNow = () => new Problem('conflict', "This restaurant can't be deleted right now.");
