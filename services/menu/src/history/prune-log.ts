import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/** How many changes of a restaurant the log keeps, how many bytes of them, and for how many days. */
export const LOG_ROWS_MAX = 20_000;
const LOG_BYTES_MAX = 20_000_000;
const LOG_DAYS = 400;

/** The log is pruned at every write of a restaurant whose version is a multiple of this. */
export const PRUNED_EVERY = 50;

/** How many restaurants' logs one sweep prunes at most. */
const SWEPT_LOGS = 200;

/**
 * Prunes the restaurant's log at every 50th `version`. So a write seldom pays for it, and the log has the changes of at most 50
 * writes too many. Call this inside `writeMenu`.
 */
export async function pruneLogSometimes(tx: Prisma.TransactionClient, tenantId: string, version: number) {
  if (version % PRUNED_EVERY === 0) await pruneLog(tx, tenantId);
}

/** Prunes the logs that have old changes, also those of restaurants that write nothing any more. */
export async function sweepLogs(db: PrismaClient): Promise<void> {
  const old = await asPlatform(
    db,
    (tx) => tx.$queryRaw<{ tenantId: string }[]>`
      SELECT DISTINCT tenant_id AS "tenantId" FROM menu_change
      WHERE at < now() - make_interval(days => ${LOG_DAYS}) LIMIT ${SWEPT_LOGS}`,
  );
  for (const { tenantId } of old) {
    await asTenant(db, tenantId, async (tx) => {
      // As every write does first.
      await tx.$executeRaw`SELECT FROM menu_version WHERE tenant_id = ${tenantId}::uuid FOR UPDATE`;
      await pruneLog(tx, tenantId);
    });
  }
}

/**
 * Deletes the versions with which the log is longer, larger or older than it may be, each as a whole, and notes up to which one
 * they are missing.
 */
async function pruneLog(tx: Prisma.TransactionClient, tenantId: string): Promise<void> {
  await tx.$executeRaw`
    WITH
      sized AS (
        SELECT id, count(*) OVER newest AS rows,
          sum(coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0)) OVER newest AS bytes
        FROM menu_change WHERE tenant_id = ${tenantId}::uuid
        -- All rows of a version have the same figures.
        WINDOW newest AS (ORDER BY version DESC)
      ),
      deleted AS (
        DELETE FROM menu_change USING sized
        WHERE menu_change.tenant_id = ${tenantId}::uuid AND menu_change.id = sized.id
          AND (rows > ${LOG_ROWS_MAX} OR bytes > ${LOG_BYTES_MAX} OR at < now() - make_interval(days => ${LOG_DAYS}))
        RETURNING version
      )
    UPDATE menu_version SET logged_from = greatest(logged_from, (SELECT max(version) FROM deleted))
    WHERE tenant_id = ${tenantId}::uuid AND EXISTS (SELECT FROM deleted)`;
}
