import { idParam } from '@tavola/contracts/fields.ts';
import { categoryChange, newCategory, newOrder } from '@tavola/contracts/menu.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { once, onceKeyOf } from '@tavola/service-kit/http/idempotency.ts';
import { ifMatchOf, sendTagged, writeMatching } from '@tavola/service-kit/http/if-match.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { writeMenu } from '../menu/write-menu.ts';
import { categoryStore } from './category-store.ts';

/** /api/categories: the signed-in owner's categories. */
export function categoryRoutes(deps: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(deps.checkToken));

  routes.get('/', async (req, res) => {
    const tenantId = tenantOf(req);
    res.json(await asTenant(deps.db, tenantId, (tx) => categoryStore(tx, tenantId).list()));
  });

  routes.post('/', jsonBody(), async (req, res) => {
    const tenantId = tenantOf(req);
    const input = valid(newCategory, req.body);
    const key = onceKeyOf(req);
    const added = await writeMenu(deps, tenantId, (tx) =>
      once(tx, tenantId, key, () => categoryStore(tx, tenantId).add(input)),
    );
    sendTagged(res, added, 201);
  });

  routes.put('/order', jsonBody(), async (req, res) => {
    const tenantId = tenantOf(req);
    const { ids } = valid(newOrder, req.body);
    const list = await writeMenu(deps, tenantId, async (tx) => {
      const store = categoryStore(tx, tenantId);
      await store.reorder(ids);
      return store.list();
    });
    res.json(list);
  });

  routes.put('/:id', jsonBody(), async (req, res) => {
    const tenantId = tenantOf(req);
    const id = valid(idParam, req.params.id, 'id');
    const input = valid(categoryChange, req.body);
    const ifMatch = ifMatchOf(req);
    const changed = await writeMenu(deps, tenantId, (tx) => {
      const store = categoryStore(tx, tenantId);
      return writeMatching({
        ifMatch,
        what: 'The category',
        find: () => store.find(id),
        write: (found) => store.change(id, input, found),
      });
    });
    sendTagged(res, changed);
  });

  routes.delete('/:id', async (req, res) => {
    const tenantId = tenantOf(req);
    const id = valid(idParam, req.params.id, 'id');
    const ifMatch = ifMatchOf(req);
    await writeMenu(deps, tenantId, (tx) => {
      const store = categoryStore(tx, tenantId);
      return writeMatching({
        ifMatch,
        what: 'The category',
        find: () => store.find(id),
        write: (found) => store.remove(id, found),
      });
    });
    res.status(204).end();
  });

  return routes;
}
