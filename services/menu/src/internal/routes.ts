import { uuid } from '@tavola/contracts/fields.ts';
import { versionsQuery } from '@tavola/contracts/history.ts';
import type { ItemIds, MenuStats, PlatformMenuStats } from '@tavola/contracts/menu.ts';
import type { UsedPictures } from '@tavola/contracts/pictures.ts';
import { picturesOf } from '@tavola/contracts/rules/pictures.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import { requireServiceToken } from '@tavola/service-kit/http/access.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { itemStore } from '../item/item-store.ts';
import { readItemIds, readMenu } from '../menu/menu-json.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTables } from './export-tables.ts';
import { readChanges } from './read-changes.ts';

/** /internal: menu's routes for other services. */
export function internalRoutes({ db, pool, serviceToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(requireServiceToken(serviceToken));

  routes.get('/menus/:tenantId', async (req, res) => {
    res.type('json').send(await readMenu(pool, valid(uuid, req.params.tenantId, 'tenantId')));
  });

  routes.get('/menus/:tenantId/changes', async (req, res) => {
    const tenantId = valid(uuid, req.params.tenantId, 'tenantId');
    const { since } = valid(versionsQuery, req.query, 'query');
    res.json(await readChanges(pool, tenantId, since));
  });

  routes.get('/menus/:tenantId/item-ids', async (req, res) => {
    const tenantId = valid(uuid, req.params.tenantId, 'tenantId');
    res.json({ itemIds: await readItemIds(pool, tenantId) } satisfies ItemIds);
  });

  routes.get('/menus/:tenantId/stats', async (req, res) => {
    const tenantId = valid(uuid, req.params.tenantId, 'tenantId');
    const stats = await asTenant(db, tenantId, async (tx): Promise<MenuStats> => {
      const store = itemStore(tx, tenantId);
      return { availableItems: await store.countAvailable(), newItems: await store.countNew() };
    });
    res.json(stats);
  });

  serveExport<'menu'>(routes, exportTables(pool));

  routes.get('/tenants/:tenantId/pictures', async (req, res) => {
    const tenantId = valid(uuid, req.params.tenantId, 'tenantId');
    const where = { tenantId, image: { startsWith: picturesOf(tenantId) } };
    const items = await asTenant(db, tenantId, (tx) => tx.item.findMany({ where, select: { image: true } }));
    res.json({ pictures: items.flatMap(({ image }) => image ?? []) } satisfies UsedPictures);
  });

  routes.get('/stats', async (_req, res) => {
    const totalMenuItems = await asPlatform(db, (tx) => tx.item.count());
    res.json({ totalMenuItems } satisfies PlatformMenuStats);
  });

  routes.delete('/tenants/:tenantId', async (req, res) => {
    await deleteTenant(db, valid(uuid, req.params.tenantId, 'tenantId'));
    res.status(204).end();
  });

  return routes;
}
