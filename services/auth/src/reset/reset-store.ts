import { createHash, randomBytes } from 'node:crypto';
import { RESET_MINUTES } from '@tavola/contracts/product.ts';
import { asPlatform } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';
import { inUserTransaction, type Tx } from '../session/in-user-transaction.ts';

/** Most expired links that one sweep deletes. */
const SWEPT_RESETS = 5_000;

/** Only the hash is stored: a token read from the database would be useless. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a reset token for the user and voids the previous one. */
export async function newReset(db: PrismaClient, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await inUserTransaction(
    db,
    userId,
    (tx) => tx.$executeRaw`
      INSERT INTO password_reset (user_id, token_hash, expires_at)
      VALUES (${userId}::uuid, ${hashOf(token)}, now() + make_interval(mins => ${RESET_MINUTES}::int))
      ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
  );
  return token;
}

/** The id of the token's user; null where the token is unknown or expired. */
export async function userOfReset(db: PrismaClient, token: string): Promise<string | null> {
  const found = await asPlatform(db, (tx) =>
    tx.passwordReset.findUnique({ where: { tokenHash: hashOf(token) }, select: { userId: true, expiresAt: true } }),
  );
  return found && found.expiresAt > new Date() ? found.userId : null;
}

/** Uses up the token, in a transaction of its user; false where another request used it first. */
export async function useReset(tx: Tx, userId: string, token: string): Promise<boolean> {
  const { count } = await tx.passwordReset.deleteMany({ where: { userId, tokenHash: hashOf(token) } });
  return count > 0;
}

/** Voids the user's link, if there is one. */
export async function voidReset(tx: Tx, userId: string): Promise<void> {
  await tx.passwordReset.deleteMany({ where: { userId } });
}

/** Deletes links that expired more than a day ago, at most `SWEPT_RESETS`. Returns how many. */
export const sweepResets = (db: PrismaClient): Promise<number> =>
  asPlatform(
    db,
    (tx) => tx.$executeRaw`
      DELETE FROM password_reset WHERE user_id IN (
        SELECT user_id FROM password_reset WHERE expires_at < now() - interval '1 day' LIMIT ${SWEPT_RESETS})`,
  );
