import { CONFIRM_HOURS } from '@tavola/contracts/product.ts';
import { asPlatform } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';
import { linkTokenHash, newLinkToken } from '../mail/link-token.ts';
import { MAIL_LIMITS } from '../mail/mail-limits.ts';
import { inUserTransaction, type Tx } from '../session/in-user-transaction.ts';

/** Most expired requests that one sweep deletes. */
const SWEPT_CHANGES = 5_000;

const { minutes: COUNTED_MINUTES } = MAIL_LIMITS.emailChange;

interface Wanted {
  email: string;
  /** The session that asked. */
  sid: string;
}

/**
 * Creates a token that makes `email` the user's address; earlier ones no longer work. Where `most` were made in the last hour, gives
 * the milliseconds until the next may be.
 */
export function newEmailChange(
  db: PrismaClient,
  userId: string,
  { email, sid }: Wanted,
  most: number,
): Promise<{ token: string } | { waitMs: number }> {
  const token = newLinkToken();
  return inUserTransaction(db, userId, async (tx) => {
    await lockUser(tx, userId);
    const recent = await tx.$queryRaw<{ msLeft: number }[]>`
      SELECT extract(epoch FROM created_at + make_interval(mins => ${COUNTED_MINUTES}::int) - now())::float8 * 1000 AS "msLeft"
      FROM email_change
      WHERE user_id = ${userId}::uuid AND created_at > now() - make_interval(mins => ${COUNTED_MINUTES}::int)
      ORDER BY created_at DESC LIMIT ${most}::int`;
    const oldest = recent[most - 1];
    if (oldest) return { waitMs: oldest.msLeft };
    await voidEmailChanges(tx, userId);
    await tx.$executeRaw`
      INSERT INTO email_change (token_hash, user_id, email, session_id, expires_at)
      VALUES (${linkTokenHash(token)}, ${userId}::uuid, ${email}, ${sid}::uuid, now() + make_interval(hours => ${CONFIRM_HOURS}::int))`;
    return { token };
  });
}

/** Deletes a request that was not mailed, so that it does not count toward the limit. */
export const withdrawEmailChange = (db: PrismaClient, userId: string, token: string): Promise<unknown> =>
  inUserTransaction(db, userId, (tx) => tx.emailChange.deleteMany({ where: { tokenHash: linkTokenHash(token) } }));

/** The id of the token's user; null where the token is unknown or no longer works. */
export async function userOfEmailChange(db: PrismaClient, token: string): Promise<string | null> {
  const found = await asPlatform(db, (tx) =>
    tx.emailChange.findUnique({
      where: { tokenHash: linkTokenHash(token) },
      select: { userId: true, expiresAt: true },
    }),
  );
  return found && found.expiresAt > new Date() ? found.userId : null;
}

/** Uses the token up, in a transaction of its user; null where another request was first, or a new one replaced it. */
export async function useEmailChange(tx: Tx, userId: string, token: string): Promise<Wanted | null> {
  await lockUser(tx, userId);
  const found = await tx.emailChange.findFirst({
    where: { tokenHash: linkTokenHash(token), userId, expiresAt: { gt: new Date() } },
    select: { email: true, sessionId: true },
  });
  if (!found) return null;
  await voidEmailChanges(tx, userId);
  return { email: found.email, sid: found.sessionId };
}

/** Voids the user's links to new addresses, in a transaction of the user. They still count toward the limit. */
export async function voidEmailChanges(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE email_change SET expires_at = now() WHERE user_id = ${userId}::uuid AND expires_at > now()`;
}

/** Deletes requests that expired more than a day ago, at most `SWEPT_CHANGES`. Returns how many. */
export const sweepEmailChanges = (db: PrismaClient): Promise<number> =>
  asPlatform(
    db,
    (tx) => tx.$executeRaw`
      DELETE FROM email_change WHERE token_hash IN (
        SELECT token_hash FROM email_change WHERE expires_at < now() - interval '1 day' LIMIT ${SWEPT_CHANGES})`,
  );

/** One request at a time: the limit holds, and a link works once. FOR UPDATE, as the change of the unique address takes it, too. */
async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`;
}
