import { randomUUID } from 'node:crypto';
import type { SessionEnds, SessionInfo, User } from '@tavola/contracts/auth.ts';
import { asPlatform, type Pool, readAsPlatform, sql } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';
import { inUserTransaction } from './in-user-transaction.ts';

/** How long a session lasts, in seconds: 12 hours, or 30 days on a device that is to remember it. */
export const SESSION_SECONDS = 12 * 60 * 60;
export const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;

/** How many of a user's sessions are listed, the newest. */
const LISTED_SESSIONS = 50;

/** How many ends a reader is given at once. */
const ENDS_PAGE = 5_000;

/** How many expired sessions one sweep takes away. */
const SWEPT_SESSIONS = 5_000;

/** A session as it is kept. */
export interface NewSession {
  id: string;
  userId: string;
  tenantId: string | null;
  device: string;
  isRemembered: boolean;
  expiresAt: Date;
}

/** A session for `user`, beginning now and over at `accountEnd` at the latest; `expiresAt` is a whole second, as tokens say it. */
export function newSession(
  user: User,
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

/** The open sessions of the user, newest first; `currentId` is the one that asks. */
export async function openSessions(db: PrismaClient, userId: string, currentId: string): Promise<SessionInfo[]> {
  const rows = await inUserTransaction(db, userId, (tx) =>
    tx.session.findMany({
      where: { userId, endedAt: null, expiresAt: { gt: new Date() } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: LISTED_SESSIONS,
      select: { id: true, device: true, isRemembered: true, createdAt: true, expiresAt: true },
    }),
  );
  return rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: row.id === currentId,
  }));
}

/**
 * The ended sessions after the number `after` whose tokens may still be good, in the order of their ends, some thousands at
 * most; an hour is left for clocks that differ. `last` is the highest number that was ever given.
 */
export async function endsAfter(pool: Pool, after: number): Promise<SessionEnds> {
  const [row] = await readAsPlatform<SessionEnds>(
    pool,
    sql`SELECT (SELECT last_value::float8 FROM session_end_seq) AS last,
          coalesce((SELECT json_agg(page) FROM (
            SELECT end_seq AS seq, id AS sid, extract(epoch FROM expires_at)::int8 AS exp FROM session
            WHERE end_seq > ${String(after)} AND expires_at > now() - interval '1 hour'
            ORDER BY end_seq LIMIT ${String(ENDS_PAGE)}) AS page), '[]') AS ends`,
  );
  return row as SessionEnds;
}

/** Deletes sessions that expired more than a day ago, some thousands at most; gives how many. */
export const sweepSessions = (db: PrismaClient): Promise<number> =>
  asPlatform(
    db,
    (tx) => tx.$executeRaw`
      DELETE FROM session WHERE id IN (
        SELECT id FROM session WHERE expires_at < now() - interval '1 day' LIMIT ${SWEPT_SESSIONS})`,
  );
