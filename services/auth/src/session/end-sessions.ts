import { Prisma } from '../generated/client.ts';
import { actAsTenant, actAsUser, type Tx } from './in-user-transaction.ts';

/**
 * Which sessions end: all of a user, all of a restaurant's members, a member's in a restaurant, those of a kitchen device of a restaurant,
 * or one of a user with all others of its device's sign-in.
 */
type EndedSessions =
  | { userId: string }
  | { tenantId: string; userId?: string; kitchenDeviceId?: string }
  | { userId: string; sid: string };

/** Advisory lock for numbering session ends; a switch shares it (`holdEnds`). Held until the commit. */
export const END_LOCK = 7_305_117;

/**
 * Ends sessions in `tx` and returns how many were open. The gateways reject their tokens within a second of the commit.
 * Call this late in a transaction: it takes a lock, so that ends are numbered in commit order and a reader that has seen
 * one number has seen all lower ones. `except` is the id of one session that stays open.
 */
export async function endSessions(tx: Tx, ended: EndedSessions, except?: string): Promise<number> {
  const conditions = [Prisma.sql`ended_at IS NULL`];
  if ('tenantId' in ended) {
    await actAsTenant(tx, ended.tenantId);
    conditions.push(Prisma.sql`tenant_id = ${ended.tenantId}::uuid`);
    if (ended.userId) conditions.push(Prisma.sql`user_id = ${ended.userId}::uuid`);
    if (ended.kitchenDeviceId) conditions.push(Prisma.sql`kitchen_device_id = ${ended.kitchenDeviceId}::uuid`);
  } else {
    await actAsUser(tx, ended.userId);
    conditions.push(Prisma.sql`user_id = ${ended.userId}::uuid`);
    if ('sid' in ended) {
      conditions.push(Prisma.sql`coalesce(family, id) = (
        SELECT coalesce(family, id) FROM session WHERE id = ${ended.sid}::uuid AND user_id = ${ended.userId}::uuid)`);
    }
  }
  if (except) conditions.push(Prisma.sql`id <> ${except}::uuid`);
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${END_LOCK})`;
  return tx.$executeRaw`
    UPDATE session SET ended_at = now(), end_seq = nextval('session_end_seq')
    WHERE ${Prisma.join(conditions, ' AND ')}`;
}

/**
 * Until the end of the transaction no session ends. Call this late: it waits for all that end others, and a statement after it sees these
 * ends.
 */
export async function holdEnds(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${END_LOCK})`;
}
