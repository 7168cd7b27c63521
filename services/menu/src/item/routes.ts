import { idParam } from '@tavola/contracts/fields.ts';
import { menuItemChange, newMenuItem, newOrder } from '@tavola/contracts/menu.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { onceKeyOf } from '@tavola/service-kit/http/idempotency.ts';
import { ifMatchOf, sendTagged, writeMatching } from '@tavola/service-kit/http/if-match.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { writeMenu } from '../menu/write-menu.ts';
import { itemStore } from './item-store.ts';
import { addItem, changeItem } from './save-item.ts';

/** /api/menu-items: the signed-in owner's menu items. */
export function itemRoutes(deps: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(deps.checkToken));

  routes.get('/', async (req, res) => {
    const tenantId = tenantOf(req);
    res.json(await asTenant(deps.db, tenantId, (tx) => itemStore(tx, tenantId).list()));
  });

  routes.post('/', jsonBody(), async (req, res) => {
    const tenantId = tenantOf(req);
    const item = await addItem(deps, tenantId, valid(newMenuItem, req.body), onceKeyOf(req));
    sendTagged(res, item, 201);
  });

  routes.put('/order', jsonBody(), async (req, res) => {
    const tenantId = tenantOf(req);
    const { ids } = valid(newOrder, req.body);
    const list = await writeMenu(deps, tenantId, async (tx) => {
      const store = itemStore(tx, tenantId);
      await store.reorder(ids);
      return store.list();
    });
    res.json(list);
  });

  routes.put('/:id', jsonBody(), async (req, res) => {
    const tenantId = tenantOf(req);
    const id = valid(idParam, req.params.id, 'id');
    const input = valid(menuItemChange, req.body);
    sendTagged(res, await changeItem(deps, tenantId, id, input, ifMatchOf(req)));
  });

  routes.delete('/:id', async (req, res) => {
    const tenantId = tenantOf(req);
    const id = valid(idParam, req.params.id, 'id');
    const ifMatch = ifMatchOf(req);
    await writeMenu(deps, tenantId, (tx) => {
      const store = itemStore(tx, tenantId);
      return writeMatching({
        ifMatch,
        what: 'The menu item',
        find: () => store.find(id),
        write: (found) => store.remove(id, found),
      });
    });
    res.status(204).end();
  });

  return routes;
}
