import { EXPORTED_TABLES, type ExportedRow } from '@tavola/contracts/export.ts';
import { selectFor, toShown } from '@tavola/service-kit/data/columns.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { withTexts } from '@tavola/service-kit/data/texts.ts';
import { type ExportTable, fewRows, keyOf, oneRow } from '@tavola/service-kit/http/serve-export.ts';
import type { PrismaClient } from '../generated/client.ts';
import { listDevices } from '../kitchen-device/device-store.ts';
import { PUBLIC_COLUMNS, toUser } from '../session/user-store.ts';
import { teamStore } from '../team/team-store.ts';

const TENANT_SELECT = selectFor(EXPORTED_TABLES.auth.tenant);
const shown = toShown(EXPORTED_TABLES.auth.tenant);

/** What auth exports of a restaurant. */
export function exportTables(db: PrismaClient) {
  const tenant = oneRow((tenantId) =>
    asTenant(db, tenantId, async (tx): Promise<ExportedRow<'auth', 'tenant'> | null> => {
      const found = await tx.tenant.findUnique({ where: { id: tenantId }, select: TENANT_SELECT });
      return (
        found && {
          ...withTexts(shown(found)),
          createdAt: found.createdAt.toISOString(),
          updatedAt: found.updatedAt.toISOString(),
        }
      );
    }),
  );

  const slugs: ExportTable = {
    limit: 1_000,
    async read(tenantId, [after = ''] = [], take) {
      const where = { tenantId, slug: { gt: after } };
      const rows = await asTenant(db, tenantId, (tx) =>
        tx.tenantSlug.findMany({ where, orderBy: { slug: 'asc' }, select: { slug: true }, take }),
      );
      return rows.map((row) => ({
        key: keyOf(row.slug),
        json: JSON.stringify(row satisfies ExportedRow<'auth', 'slugs'>),
      }));
    },
  };

  const users: ExportTable = {
    limit: 1_000,
    async read(tenantId, [createdAt, id] = [], take) {
      const after = createdAt && {
        OR: [{ createdAt: { gt: createdAt } }, { createdAt, userId: { gt: id as string } }],
      };
      const rows = await asTenant(db, tenantId, (tx) =>
        tx.membership.findMany({
          where: { tenantId, removedAt: null, ...after },
          orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
          select: { role: true, mayDeclare: true, createdAt: true, user: { select: PUBLIC_COLUMNS } },
          take,
        }),
      );
      return rows.map((row) => {
        const { tenantId: _tenantId, ...user } = toUser({
          ...row.user,
          role: row.user.role === 'admin' ? 'admin' : row.role,
        });
        const exported: ExportedRow<'auth', 'users'> = {
          ...user,
          mayDeclare: row.mayDeclare,
          createdAt: row.createdAt.toISOString(),
        };
        return { key: keyOf(exported.createdAt, user.id), json: JSON.stringify(exported) };
      });
    },
  };

  const invitations = fewRows(
    async (tenantId): Promise<ExportedRow<'auth', 'invitations'>[]> =>
      (await teamStore(db, tenantId).list()).invitations,
  );
  const kitchenDevices = fewRows(
    (tenantId): Promise<ExportedRow<'auth', 'kitchenDevices'>[]> => listDevices(db, tenantId),
  );

  return { tenant, slugs, users, invitations, kitchenDevices };
}
