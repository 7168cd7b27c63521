import { idParam } from '@tavola/contracts/fields.ts';
import { categoryChange, newCategory, newOrder } from '@tavola/contracts/menu.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/access.ts';
import { jsonBody } from '@tavola/service-kit/http-app.ts';
import { asTenant } from '@tavola/service-kit/postgres.ts';
import { notFound } from '@tavola/service-kit/problem.ts';
import { valid } from '@tavola/service-kit/validate.ts';
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
    const added = await writeMenu(deps, tenantId, (tx) => categoryStore(tx, tenantId).add(input));
    res.status(201).json(added);
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
    const changed = await writeMenu(deps, tenantId, async (tx) => {
      const category = await categoryStore(tx, tenantId).change(id, input);
      if (!category) throw notFound('The category');
      return category;
    });
    res.json(changed);
  });

  routes.delete('/:id', async (req, res) => {
    const tenantId = tenantOf(req);
    const id = valid(idParam, req.params.id, 'id');
    await writeMenu(deps, tenantId, async (tx) => {
      if (!(await categoryStore(tx, tenantId).remove(id))) throw notFound('The category');
    });
    res.status(204).end();
  });

  return routes;
}
