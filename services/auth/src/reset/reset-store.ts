import { RESET_MINUTES } from '@tavola/contracts/product.ts';
import { asPlatform } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';
import { linkTokenHash, newLinkToken } from '../mail/link-token.ts';
import { MAIL_LIMITS } from '../mail/mail-limits.ts';
import { inUserTransaction, type Tx } from '../session/in-user-transaction.ts';

/** Most expired links that one sweep deletes. */
const SWEPT_RESETS = 5_000;

/** How long each link that counts toward the limit will still work, in minutes. */
const COUNTED_MINUTES_LEFT = RESET_MINUTES - MAIL_LIMITS.reset.minutes;

/**
 * Creates a reset token for the user, beside those that are still valid; null where `most` were created so lately that they
 * count toward the limit: then each of them works for half an hour more.
 */
export function newReset(db: PrismaClient, userId: string, most: number): Promise<string | null> {
  const token = newLinkToken();
  return inUserTransaction(db, userId, async (tx) => {
    // One at a time, so that parallel requests cannot exceed the limit.
    await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    await tx.$executeRaw`DELETE FROM reset_link WHERE user_id = ${userId}::uuid AND expires_at <= now()`;
    const counted = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM reset_link
      WHERE user_id = ${userId}::uuid AND expires_at > now() + make_interval(mins => ${COUNTED_MINUTES_LEFT}::int)`;
    if (counted.length >= most) return null;
    // A trigger adds it to reset_link.
    await tx.$executeRaw`
      INSERT INTO password_reset (user_id, token_hash, expires_at)
      VALUES (${userId}::uuid, ${linkTokenHash(token)}, now() + make_interval(mins => ${RESET_MINUTES}::int))
      ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`;
    return token;
  });
}

/** Voids a link that was not mailed, so that it does not count toward the limit. */
export const withdrawReset = (db: PrismaClient, userId: string, token: string): Promise<unknown> =>
  inUserTransaction(db, userId, (tx) => tx.resetLink.deleteMany({ where: { tokenHash: linkTokenHash(token) } }));

/** The id of the token's user; null where the token is unknown or expired. */
export async function userOfReset(db: PrismaClient, token: string): Promise<string | null> {
  const found = await asPlatform(db, (tx) =>
    tx.resetLink.findUnique({ where: { tokenHash: linkTokenHash(token) }, select: { userId: true, expiresAt: true } }),
  );
  return found && found.expiresAt > new Date() ? found.userId : null;
}

/**
 * Uses up the token, in a transaction of its user, and voids the user's other links; false where another request used one
 * first.
 */
export async function useReset(tx: Tx, userId: string, token: string): Promise<boolean> {
  // A request for another link and a change of the password lock these in the same order, so none can deadlock.
  await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  const { count } = await tx.passwordReset.deleteMany({
    where: { userId, links: { some: { tokenHash: linkTokenHash(token) } } },
  });
  return count > 0;
}

/** Voids the user's links. */
export async function voidReset(tx: Tx, userId: string): Promise<void> {
  await tx.passwordReset.deleteMany({ where: { userId } });
}

/** Deletes the links of users whose newest expired more than a day ago, at most `SWEPT_RESETS` users. Returns how many. */
export const sweepResets = (db: PrismaClient): Promise<number> =>
  asPlatform(
    db,
    (tx) => tx.$executeRaw`
      DELETE FROM password_reset WHERE user_id IN (
        SELECT user_id FROM password_reset WHERE expires_at < now() - interval '1 day' LIMIT ${SWEPT_RESETS})`,
  );
