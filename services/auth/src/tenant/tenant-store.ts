import { type InternalTenant, internalTenant, type PlatformTenant, type TenantInput } from '@tavola/contracts/auth.ts';
import { selectFor, selectListFor } from '@tavola/service-kit/data/columns.ts';
import { asPlatform, asTenant, type Pool, readAsPlatform, sql } from '@tavola/service-kit/data/postgres.ts';
import type { Change } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';

/** What neighbours are told of a restaurant. */
export const TENANT_SELECT = selectFor(internalTenant);

/** What neighbours are told of a change to a tenant; `slug` is where its menu is. */
export type TenantChange = Change & { slug: string };

/** The restaurant `tenantId`: its profile and branding. */
export function tenantStore(db: PrismaClient, tenantId: string) {
  return {
    find: (): Promise<InternalTenant | null> =>
      asTenant(db, tenantId, (tx) => tx.tenant.findUnique({ where: { id: tenantId }, select: TENANT_SELECT })),

    /** When it is to be deleted, if it is; null where there is no such restaurant. */
    deletion: (): Promise<{ deleteAt: Date | null } | null> =>
      asTenant(db, tenantId, (tx) => tx.tenant.findUnique({ where: { id: tenantId }, select: { deleteAt: true } })),

    /** The restaurant for neighbours: a restaurant that is to be deleted is as closed to guests as a suspended one. */
    async asNeighboursSee(): Promise<InternalTenant | null> {
      const found = await asTenant(db, tenantId, (tx) =>
        tx.tenant.findUnique({ where: { id: tenantId }, select: { ...TENANT_SELECT, deleteAt: true } }),
      );
      if (!found) return null;
      const { deleteAt, ...tenant } = found;
      return { ...tenant, isActive: tenant.isActive && deleteAt === null };
    },

    /**
     * Changes the given fields and raises the version with them; null where there is no such tenant, or none at the
     * version `at`. The database refuses a slug that is or ever was another one's.
     */
    change: (input: TenantInput, at?: number): Promise<InternalTenant | null> =>
      asTenant(db, tenantId, async (tx) => {
        const [row] = await tx.tenant.updateManyAndReturn({
          where: { id: tenantId, ...(at !== undefined && { version: at }) },
          data: { ...input, version: { increment: 1 } },
          select: TENANT_SELECT,
        });
        return row ?? null;
      }),
  };
}

/** Restaurants across the platform, for neighbours. */
export function platformTenants(db: PrismaClient) {
  return {
    async newest(limit: number): Promise<PlatformTenant[]> {
      const rows = await asPlatform(db, (tx) =>
        tx.tenant.findMany({
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: limit,
          select: { ...TENANT_SELECT, deleteAt: true },
        }),
      );
      return rows.map((row) => ({ ...row, deleteAt: row.deleteAt?.toISOString() ?? null }));
    },

    countActive: (): Promise<number> =>
      asPlatform(db, (tx) => tx.tenant.count({ where: { isActive: true, deleteAt: null } })),
  };
}

const SHOWN_TO_NEIGHBOURS = selectListFor(internalTenant, {
  slug: 'tenant.slug',
  isActive: 'is_active AND delete_at IS NULL',
});

/**
 * The restaurant at `slug`, or that ever was there: its own `slug` then says where it is now. For neighbours that fill a
 * cache: one round trip. One that is to be deleted is as closed to guests as a suspended one.
 */
export async function tenantBySlug(pool: Pool, slug: string): Promise<InternalTenant | null> {
  const [row] = await readAsPlatform<InternalTenant>(
    pool,
    `SELECT ${SHOWN_TO_NEIGHBOURS}
     FROM tenant_slug JOIN tenant ON tenant.id = tenant_id WHERE ${sql`tenant_slug.slug = ${slug}`}`,
  );
  return row ?? null;
}

/**
 * The slugs of active restaurants after `after`, `limit` at most. In the order of their bytes, which is the same one
 * whatever the database's language is: so a page starts where the one before it ended.
 */
export async function activeSlugsAfter(pool: Pool, after: string, limit: number): Promise<string[]> {
  const rows = await readAsPlatform<{ slug: string }>(
    pool,
    sql`SELECT slug FROM tenant WHERE is_active AND delete_at IS NULL AND slug COLLATE "C" > ${after}
        ORDER BY slug COLLATE "C" LIMIT ${String(limit)}`,
  );
  return rows.map((row) => row.slug);
}
