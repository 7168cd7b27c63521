import { inTransaction, type Pool, readAsPlatform, sql } from '@tavola/service-kit/data/postgres.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { actAsTenant, actAsUser, type Tx } from '../session/in-user-transaction.ts';
import type { TenantChange } from '../tenant/tenant-store.ts';

/** How long the grace is over before anything is deleted: more than clocks differ, and than what was asked for takes. */
const REST = '10 minutes';

/** How many restaurants are named at once. */
const PAGE = 500;

/** The restaurants whose grace is over and that no admin runs, the oldest first, some hundreds at most. */
export async function dueForDeletion(pool: Pool): Promise<string[]> {
  const rows = await readAsPlatform<{ id: string }>(
    pool,
    sql`SELECT id FROM tenant WHERE delete_at < now() - ${REST}::interval
          AND NOT EXISTS (SELECT FROM "user" WHERE tenant_id = tenant.id AND role = 'admin')
        ORDER BY delete_at LIMIT ${String(PAGE)}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes the restaurant whose grace is over, its users and all that is theirs, in one transaction; its slugs stay taken.
 * To be called once nobody else has anything of it: afterwards nobody knows that it was to be deleted.
 * @throws Problem `not-found`; `conflict` where it is not to be deleted now, or an admin runs it.
 */
export async function deleteTenant(
  { db, changePublisher }: { db: PrismaClient; changePublisher: ChangePublisher<TenantChange> },
  tenantId: string,
): Promise<void> {
  const { version, slug } = await inTransaction(db, async (tx: Tx) => {
    await actAsTenant(tx, tenantId);
    // In the order in which a sign-in locks them, or the two could wait for each other.
    await tx.$queryRaw`SELECT 1 FROM "user" WHERE tenant_id = ${tenantId}::uuid ORDER BY id FOR UPDATE`;
    const found = await lockedDue(tx, tenantId);
    const users = await tx.user.findMany({ where: { tenantId }, select: { id: true, role: true } });
    if (users.some(({ role }) => role === 'admin')) throw notNow();
    for (const { id } of users) {
      await actAsUser(tx, id);
      await tx.session.deleteMany({ where: { userId: id } });
    }
    // Links to set a new password, authenticator apps and recovery codes go with their user.
    await tx.user.deleteMany({ where: { tenantId } });
    await tx.tenant.delete({ where: { id: tenantId }, select: { id: true } });
    return found;
  });
  await changePublisher.publish({ tenantId, version: version + 1, slug });
}

async function lockedDue(tx: Tx, tenantId: string): Promise<{ version: number; slug: string }> {
  const [found] = await tx.$queryRaw<{ version: number; slug: string; isDue: boolean | null }[]>`
    SELECT version, slug, delete_at < now() - ${Prisma.raw(`interval '${REST}'`)} AS "isDue" FROM tenant
    WHERE id = ${tenantId}::uuid FOR UPDATE`;
  if (!found) throw notFound('The restaurant');
  if (!found.isDue) throw notNow();
  return found;
}

const notNow = () => new Problem('conflict', 'This restaurant is not to be deleted now.');
