import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { picturesOf } from '@tavola/contracts/rules/pictures.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import { type OperationRoutes, operationRoutes, serve, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import type { Deps } from '../deps.ts';
import { itemStore } from '../item/item-store.ts';
import { readItemIds, readMenu } from '../menu/menu-json.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTables } from './export-tables.ts';
import { readChanges } from './read-changes.ts';

/** /internal: menu's routes for other services. */
export function internalRoutes(deps: Deps): OperationRoutes {
  const { db, pool } = deps;
  const routes = operationRoutes(deps);

  serveRaw(routes, internalMenuOperations.getMenu, async ({ params }, res) => {
    res.type('json').send(await readMenu(pool, params.tenantId));
  });

  serve(routes, internalMenuOperations.getMenuChanges, ({ params, query }) =>
    readChanges(pool, params.tenantId, query.since),
  );

  serve(routes, internalMenuOperations.listItemIds, async ({ params }) => ({
    itemIds: await readItemIds(pool, params.tenantId),
  }));

  serve(routes, internalMenuOperations.getMenuStats, ({ params: { tenantId } }) =>
    asTenant(db, tenantId, async (tx) => {
      const store = itemStore(tx, tenantId);
      const version = await tx.menuVersion.findUnique({ where: { tenantId }, select: { changedAt: true } });
      return {
        availableItems: await store.countAvailable(),
        newItems: await store.countNew(),
        items: await tx.item.count({ where: { tenantId } }),
        ...(version && { changedAt: version.changedAt.toISOString() }),
      };
    }),
  );

  serveExport(routes, internalMenuOperations.exportTable, exportTables(pool));

  serve(routes, internalMenuOperations.listUsedPictures, async ({ params: { tenantId } }) => {
    const where = { tenantId, image: { startsWith: picturesOf(tenantId) } };
    const items = await asTenant(db, tenantId, (tx) => tx.item.findMany({ where, select: { image: true } }));
    return { pictures: items.flatMap(({ image }) => image ?? []) };
  });

  serve(routes, internalMenuOperations.getStats, async () => ({
    totalMenuItems: await asPlatform(db, (tx) => tx.item.count()),
  }));

  serve(routes, internalMenuOperations.deleteTenant, ({ params }) => deleteTenant(db, params.tenantId));

  return routes;
}
