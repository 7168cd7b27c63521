import type { ChangedAddresses, MenuAddress } from '@tavola/contracts/auth.ts';
import { type Pool, readAsPlatform } from '@tavola/service-kit/data/postgres.ts';
import type { Change } from '@tavola/service-kit/messaging/change-publisher.ts';
import { Prisma } from '../generated/client.ts';
import type { Tx } from '../session/in-user-transaction.ts';

/** A published change of a tenant; `slug` is its current one. `addresses`: those that it made lead elsewhere. */
export type TenantChange = Change & { slug: string; isShown?: boolean; addresses?: MenuAddress[] };

/** Most addresses returned by one call. */
const PAGE = 1_000;

/** A change becomes visible at its commit, but is dated by the start of its transaction; those end after 5 s (`inTransaction`). */
const LATE_COMMIT_MS = 10_000;

/** Those that the restaurant's last change made lead elsewhere. */
const CHANGED = 'tenant_slug AS changed WHERE tenant_id = tenant.id AND changed.changed_at = tenant.changed_at';

/** The columns of a `TenantChange`, for a SELECT from `tenant`. What was cached at a changed address must not be seen any more. */
export const CHANGE_COLUMNS = `id AS "tenantId", version, slug, is_active AND delete_at IS NULL AS "isShown",
  (SELECT coalesce(json_agg(json_build_object('slug', changed.slug, 'languages', coalesce(languages, '{}'))), '[]')
   FROM ${CHANGED}) AS addresses,
  EXISTS (SELECT FROM ${CHANGED}) AS "endsCopies"`;

/** The last change of the restaurant; null where there is none. For the end of a transaction of the tenant. */
export async function lastChange(tx: Tx, tenantId: string): Promise<TenantChange | null> {
  const [change] = await tx.$queryRaw<TenantChange[]>`
    SELECT ${Prisma.raw(CHANGE_COLUMNS)} FROM tenant WHERE id = ${tenantId}::uuid`;
  return change ?? null;
}

/**
 * The addresses that changed after `after`: a time in milliseconds, and the last slug of that time which is known already, empty for
 * none. Oldest first, at most `PAGE`.
 */
export async function changedAddressesAfter(
  pool: Pool,
  { ms, slug }: { ms: number; slug: string },
): Promise<ChangedAddresses> {
  const [found] = await readAsPlatform<{ now: number; rows: ChangedAddresses['addresses'] }>(
    pool,
    Prisma.sql`
      SELECT extract(epoch FROM now())::float8 * 1000 AS now, coalesce(json_agg(row), '[]') AS rows FROM (
        SELECT changed.slug, tenant_id AS "tenantId", coalesce(languages, '{}') AS languages,
          is_active AND delete_at IS NULL AS "isShown",
          round(extract(epoch FROM changed.changed_at) * 1000)::bigint AS at
        FROM tenant_slug AS changed LEFT JOIN tenant ON tenant.id = tenant_id
        WHERE (changed.changed_at, changed.slug) > (to_timestamp(${ms}::float8 / 1000), ${slug})
        ORDER BY changed.changed_at, changed.slug LIMIT ${PAGE + 1}) AS row`,
  );
  if (!found) throw new Error('an aggregate has one row');
  const addresses = found.rows.slice(0, PAGE);
  const last = addresses.at(-1);
  const hasMore = found.rows.length > PAGE;
  const next = hasMore && last ? `${last.at}_${last.slug}` : `${Math.max(ms, Math.floor(found.now) - LATE_COMMIT_MS)}_`;
  return { addresses, next, hasMore };
}
