import type { InternalTenant, TenantInput } from '@tavola/contracts/auth.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';

const COLUMNS = {
  id: true,
  name: true,
  slug: true,
  description: true,
  phone: true,
  address: true,
  logo: true,
  themeColor: true,
  isActive: true,
  version: true,
} as const;

/** The restaurant `tenantId`: its profile and branding. */
export function tenantStore(db: PrismaClient, tenantId: string) {
  return {
    find: (): Promise<InternalTenant | null> =>
      asTenant(db, tenantId, (tx) => tx.tenant.findUnique({ where: { id: tenantId }, select: COLUMNS })),

    /** Changes the given fields and raises the version with them; null where there is no such tenant. */
    change: (input: TenantInput): Promise<InternalTenant | null> =>
      asTenant(db, tenantId, async (tx) => {
        const [row] = await tx.tenant.updateManyAndReturn({
          where: { id: tenantId },
          data: { ...input, version: { increment: 1 } },
          select: COLUMNS,
        });
        return row ?? null;
      }),
  };
}

/** Restaurants across the platform, for neighbours. */
export function platformTenants(db: PrismaClient) {
  return {
    bySlug: (slug: string): Promise<InternalTenant | null> =>
      asPlatform(db, (tx) => tx.tenant.findUnique({ where: { slug }, select: COLUMNS })),

    newest: (limit: number): Promise<InternalTenant[]> =>
      asPlatform(db, (tx) =>
        tx.tenant.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: limit, select: COLUMNS }),
      ),

    countActive: (): Promise<number> => asPlatform(db, (tx) => tx.tenant.count({ where: { isActive: true } })),
  };
}
