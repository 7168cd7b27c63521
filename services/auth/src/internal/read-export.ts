import { type AuthExport, authExport } from '@tavola/contracts/export.ts';
import { selectFor, toShown } from '@tavola/service-kit/data/columns.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { withTexts } from '@tavola/service-kit/data/texts.ts';
import type { PrismaClient } from '../generated/client.ts';
import { PUBLIC_COLUMNS, toUser } from '../session/user-store.ts';

const TENANT_SELECT = selectFor(authExport.shape.tenant);
const shown = toShown(authExport.shape.tenant);

/** Everything auth exports of a restaurant; null where there is no such restaurant. */
export function readExport(db: PrismaClient, tenantId: string): Promise<AuthExport | null> {
  return asTenant(db, tenantId, async (tx) => {
    const found = await tx.tenant.findUnique({
      where: { id: tenantId },
      select: TENANT_SELECT,
    });
    if (!found) return null;
    const slugs = await tx.tenantSlug.findMany({
      where: { tenantId },
      orderBy: { slug: 'asc' },
      select: { slug: true },
    });
    const users = await tx.user.findMany({
      where: { tenantId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { ...PUBLIC_COLUMNS, createdAt: true },
    });
    const former = slugs.map(({ slug }) => slug).filter((slug) => slug !== found.slug);
    return {
      tenant: {
        ...withTexts(shown(found)),
        createdAt: found.createdAt.toISOString(),
        updatedAt: found.updatedAt.toISOString(),
      },
      slugs: [found.slug, ...former],
      users: users.map(({ createdAt, ...user }) => {
        const { tenantId: _tenantId, ...rest } = toUser(user);
        return { ...rest, createdAt: createdAt.toISOString() };
      }),
    };
  });
}
