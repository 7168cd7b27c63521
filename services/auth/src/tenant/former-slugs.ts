import { RENAME_DAYS, RENAMES_MAX, UNVISITED_SLUG_DAYS } from '@tavola/contracts/product.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import { tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { Tx } from '../session/in-user-transaction.ts';

/** Most former slugs that one sweep gives up. */
const SWEPT_SLUGS = 1_000;

/**
 * Checks that the restaurant may take `slug`, in a transaction of the tenant. Locks the restaurant, so that parallel renames
 * cannot exceed the limit.
 * @throws Problem `too-many-requests` that names `slug` where `most` new slugs were taken within `RENAME_DAYS`.
 */
export async function requireFewRenames(tx: Tx, tenantId: string, slug: string, most: number): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM tenant WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
  if ((await tx.tenantSlug.count({ where: { tenantId, slug } })) > 0) return;
  const recent = await tx.$queryRaw<{ msLeft: number }[]>`
    SELECT extract(epoch FROM renamed_at + make_interval(days => ${RENAME_DAYS}::int) - now())::float8 * 1000 AS "msLeft"
    FROM tenant_slug
    WHERE tenant_id = ${tenantId}::uuid AND renamed_at > now() - make_interval(days => ${RENAME_DAYS}::int)
    ORDER BY renamed_at DESC LIMIT ${most}::int`;
  const oldest = recent[most - 1];
  if (!oldest) return;
  const what = `The menu URL can be changed ${RENAMES_MAX} times in ${RENAME_DAYS} days.`;
  throw tooManyRequests(what, oldest.msLeft, 'slug');
}

/** Notes that a guest came through a restaurant's former slug: from then on it is kept for good. */
export async function noteVisit(db: PrismaClient, tenantId: string, slug: string): Promise<void> {
  await asTenant(db, tenantId, (tx) =>
    tx.tenantSlug.updateMany({ where: { tenantId, slug, visitedAt: null }, data: { visitedAt: new Date() } }),
  );
}

/** Gives up former slugs that nobody came through within `UNVISITED_SLUG_DAYS`, at most `SWEPT_SLUGS`. Returns how many. */
export const sweepSlugs = (db: PrismaClient): Promise<number> =>
  asPlatform(
    db,
    (tx) => tx.$executeRaw`
      DELETE FROM tenant_slug WHERE slug IN (
        SELECT slug FROM tenant_slug
        WHERE visited_at IS NULL AND former_since < now() - make_interval(days => ${UNVISITED_SLUG_DAYS}::int)
        LIMIT ${SWEPT_SLUGS})`,
  );
