import { randomUUID } from 'node:crypto';
import type { SessionEnds, SessionInfo, SignedInUser } from '@tavola/contracts/auth.ts';
import { asPlatform, type Pool, readAsPlatform } from '@tavola/service-kit/data/postgres.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { inUserTransaction, type Tx } from './in-user-transaction.ts';

/** How long a session lasts, in seconds: 12 hours, or 30 days with "remember me". */
const SESSION_SECONDS = 12 * 60 * 60;
const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;

/** Most sessions listed for a user, newest first. */
const LISTED_SESSIONS = 50;

/** Most session ends returned by one call. */
const ENDS_PAGE = 5_000;

/** Most expired sessions that one sweep deletes. */
const SWEPT_SESSIONS = 5_000;

export interface NewSession {
  id: string;
  userId: string;
  tenantId: string | null;
  family?: string;
  kitchenDeviceId?: string;
  device: string;
  isRemembered: boolean;
  expiresAt: Date;
}

/**
 * A session for `user` that starts now and ends at `accountEnd` at the latest. `expiresAt` is a whole second, as in
 * tokens.
 */
export function newSession(
  user: Pick<SignedInUser, 'id' | 'tenantId'>,
  device: string,
  isRemembered = false,
  accountEnd: Date | null = null,
): NewSession {
  const longest = Math.floor(Date.now() / 1000) + (isRemembered ? REMEMBERED_SECONDS : SESSION_SECONDS);
  const seconds = accountEnd ? Math.min(longest, Math.floor(accountEnd.getTime() / 1000)) : longest;
  return {
    id: randomUUID(),
    userId: user.id,
    tenantId: user.tenantId,
    device,
    isRemembered,
    expiresAt: new Date(seconds * 1000),
  };
}

/** An open session as it is stored. */
type OpenSession = Omit<SessionInfo, 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date };

/** The user's open sessions, one of each device's sign-in or kitchen device, newest first; `currentId` is the session of this request. */
export async function openSessions(db: PrismaClient, userId: string, currentId: string): Promise<SessionInfo[]> {
  const rows = await inUserTransaction(
    db,
    userId,
    (tx) => tx.$queryRaw<OpenSession[]>`
      SELECT * FROM (
        SELECT DISTINCT ON (coalesce(kitchen_device_id, family, id)) id, device, is_remembered AS "isRemembered",
          created_at AS "createdAt", expires_at AS "expiresAt", id = ${currentId}::uuid AS "isCurrent",
          kitchen_device_id IS NOT NULL AS "isKitchenDevice"
        FROM session WHERE user_id = ${userId}::uuid AND ended_at IS NULL AND expires_at > now()
        ORDER BY coalesce(kitchen_device_id, family, id), id = ${currentId}::uuid DESC, created_at DESC) AS signed_in
      ORDER BY "createdAt" DESC, id DESC LIMIT ${LISTED_SESSIONS}`,
  );
  return rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

/**
 * The sessions with an end number above `after` whose tokens may still be valid, in order, at most `ENDS_PAGE`. An hour
 * is added for clock differences. `last` is the highest number assigned so far.
 */
export async function endsAfter(pool: Pool, after: number): Promise<SessionEnds> {
  const [row] = await readAsPlatform<SessionEnds>(
    pool,
    Prisma.sql`SELECT (SELECT last_value::float8 FROM session_end_seq) AS last,
          coalesce((SELECT json_agg(page) FROM (
            SELECT end_seq AS seq, id AS sid, extract(epoch FROM expires_at)::int8 AS exp
            FROM (SELECT id, end_seq, expires_at FROM session UNION ALL SELECT id, end_seq, expires_at FROM former_session) AS any_session
            WHERE end_seq > ${after} AND expires_at > now() - interval '1 hour'
            ORDER BY end_seq LIMIT ${ENDS_PAGE}) AS page), '[]') AS ends`,
  );
  return row as SessionEnds;
}

/** Keeps the ends of a user's sessions, all of which have ended, for gateways that start later: the rows are deleted with the user. */
export async function keepEnds(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO former_session (id, end_seq, expires_at)
    SELECT id, end_seq, expires_at FROM session
    WHERE user_id = ${userId}::uuid AND expires_at > now() - interval '1 hour'`;
}

/** Deletes sessions that expired more than a day ago, at most `SWEPT_SESSIONS` of each table. Returns how many. */
export const sweepSessions = (db: PrismaClient): Promise<number> =>
  asPlatform(db, async (tx) => {
    const sessions = await tx.$executeRaw`
      DELETE FROM session WHERE id IN (
        SELECT id FROM session WHERE expires_at < now() - interval '1 day' LIMIT ${SWEPT_SESSIONS})`;
    const former = await tx.$executeRaw`
      DELETE FROM former_session WHERE id IN (
        SELECT id FROM former_session WHERE expires_at < now() - interval '1 day' LIMIT ${SWEPT_SESSIONS})`;
    return sessions + former;
  });
