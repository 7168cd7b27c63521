import type { KitchenDevice } from '@tavola/contracts/team.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';
import { linkTokenHash } from '../mail/link-token.ts';
import type { Tx } from '../session/in-user-transaction.ts';

/** Most expired devices that one sweep deletes. */
const SWEPT_DEVICES = 5_000;

/** Which devices are in use. */
export const inUse = () => ({ endedAt: null, expiresAt: { gt: new Date() } });

/** The restaurant's devices in use, newest first. */
export async function listDevices(db: PrismaClient, tenantId: string): Promise<KitchenDevice[]> {
  const rows = await asTenant(db, tenantId, (tx) =>
    tx.kitchenDevice.findMany({
      where: { tenantId, ...inUse() },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: {
        id: true,
        name: true,
        membership: { select: { user: { select: { name: true } } } },
        createdAt: true,
        lastUnlockedAt: true,
        expiresAt: true,
      },
    }),
  );
  return rows.map(({ membership, createdAt, lastUnlockedAt, expiresAt, ...row }) => ({
    ...row,
    setUpBy: membership.user.name,
    createdAt: createdAt.toISOString(),
    lastUnlockedAt: lastUnlockedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

/** A device as it is found by its key. */
export interface FoundDevice {
  id: string;
  tenantId: string;
  userId: string;
  name: string;
}

/** The device in use with this key; null where there is none. */
export const deviceOfKey = (db: PrismaClient, key: string): Promise<FoundDevice | null> =>
  asPlatform(db, (tx) =>
    tx.kitchenDevice.findFirst({
      where: { keyHash: linkTokenHash(key), ...inUse() },
      select: { id: true, tenantId: true, userId: true, name: true },
    }),
  );

/** Which devices end: one of a restaurant, or that a user set up; those that a member set up in a restaurant, or in any. */
type EndedDevices = { tenantId: string; id: string } | { userId: string; id?: string; tenantId?: string };

/**
 * Ends kitchen devices for good, in a transaction of the restaurant or the user, and returns how many were in use. Call this before
 * `endSessions` ends their sessions: whoever unlocks one meanwhile either is done by then, or comes too late.
 */
export async function endDevices(tx: Tx, ended: EndedDevices): Promise<number> {
  const { count } = await tx.kitchenDevice.updateMany({
    where: { ...ended, ...inUse() },
    data: { endedAt: new Date() },
  });
  return count;
}

/** Deletes devices that expired more than a day ago, at most `SWEPT_DEVICES`; their sessions are deleted before. Returns how many. */
export const sweepDevices = (db: PrismaClient): Promise<number> =>
  asPlatform(
    db,
    (tx) => tx.$executeRaw`
      DELETE FROM kitchen_device WHERE id IN (
        SELECT id FROM kitchen_device AS device WHERE expires_at < now() - interval '1 day'
          AND NOT EXISTS (SELECT FROM session WHERE kitchen_device_id = device.id)
        LIMIT ${SWEPT_DEVICES})`,
  );
