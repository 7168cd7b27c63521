import { CONFIRM_HOURS } from '@tavola/contracts/product.ts';
import { asPlatform } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';
import { linkTokenHash, newLinkToken } from '../mail/link-token.ts';
import { MAIL_LIMITS } from '../mail/mail-limits.ts';
import { actAsTenant, inUserTransaction, type Tx } from '../session/in-user-transaction.ts';
import { lastChange, type TenantChange } from '../tenant/changed-addresses.ts';

/** Most expired links that one sweep deletes. */
const SWEPT_CONFIRMATIONS = 5_000;

const MINUTE_MS = 60 * 1000;

/** How long a link still works when it no longer counts toward the limit, in minutes. */
const MINUTES_UNCOUNTED = CONFIRM_HOURS * 60 - MAIL_LIMITS.confirmation.minutes;

/** A new link's token, or, where too many were made lately, milliseconds until the next may be. */
type NewConfirmation = { token: string } | { waitMs: number };

/** Creates a token that confirms the user's address, unless `most` count toward the limit. */
export function newConfirmation(db: PrismaClient, userId: string, most: number): Promise<NewConfirmation> {
  const token = newLinkToken();
  return inUserTransaction(db, userId, async (tx) => {
    // One at a time, so that parallel requests cannot exceed the limit.
    await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    const recent = await tx.$queryRaw<{ msLeft: number }[]>`
      SELECT extract(epoch FROM expires_at - now())::float8 * 1000 - ${MINUTES_UNCOUNTED * MINUTE_MS}::float8 AS "msLeft"
      FROM email_confirmation
      WHERE user_id = ${userId}::uuid AND expires_at > now() + make_interval(mins => ${MINUTES_UNCOUNTED}::int)
      ORDER BY expires_at DESC LIMIT ${most}::int`;
    const oldest = recent[most - 1];
    if (oldest) return { waitMs: oldest.msLeft };
    await tx.$executeRaw`
      INSERT INTO email_confirmation (token_hash, user_id, expires_at)
      VALUES (${linkTokenHash(token)}, ${userId}::uuid, now() + make_interval(hours => ${CONFIRM_HOURS}::int))`;
    return { token };
  });
}

/** Deletes a link that was not mailed, so that it does not count toward the limit. */
export const withdrawConfirmation = (db: PrismaClient, userId: string, token: string): Promise<unknown> =>
  inUserTransaction(db, userId, (tx) =>
    tx.emailConfirmation.deleteMany({ where: { tokenHash: linkTokenHash(token) } }),
  );

/** The id of the token's user; null where the token is unknown or expired. */
export async function userOfConfirmation(db: PrismaClient, token: string): Promise<string | null> {
  const found = await asPlatform(db, (tx) =>
    tx.emailConfirmation.findUnique({
      where: { tokenHash: linkTokenHash(token) },
      select: { userId: true, expiresAt: true },
    }),
  );
  return found && found.expiresAt > new Date() ? found.userId : null;
}

/**
 * Notes that the user's address is confirmed, in a transaction of the user. The first time counts. Search engines may find the user's
 * own restaurants then: returns these changes of them, to publish.
 */
export async function confirmEmail(tx: Tx, userId: string): Promise<TenantChange[]> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailConfirmedAt: null },
    data: { emailConfirmedAt: new Date() },
  });
  if (count === 0) return [];
  const own = await tx.membership.findMany({
    where: { userId, role: 'owner', removedAt: null },
    orderBy: { tenantId: 'asc' },
    select: { tenantId: true },
  });
  const changes: TenantChange[] = [];
  for (const { tenantId } of own) {
    await actAsTenant(tx, tenantId);
    await tx.tenant.updateMany({ where: { id: tenantId }, data: { version: { increment: 1 } } });
    const change = await lastChange(tx, tenantId);
    if (change) changes.push(change);
  }
  return changes;
}

/** Deletes links that expired more than a day ago, at most `SWEPT_CONFIRMATIONS`. Returns how many. */
export const sweepConfirmations = (db: PrismaClient): Promise<number> =>
  asPlatform(
    db,
    (tx) => tx.$executeRaw`
      DELETE FROM email_confirmation WHERE token_hash IN (
        SELECT token_hash FROM email_confirmation
        WHERE expires_at < now() - interval '1 day' LIMIT ${SWEPT_CONFIRMATIONS})`,
  );
