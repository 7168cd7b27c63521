import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { once } from '@tavola/service-kit/http/idempotency.ts';
import { writeMatching } from '@tavola/service-kit/http/if-match.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { writeMenu } from '../menu/write-menu.ts';
import { categoryStore } from './category-store.ts';

/** /api/categories: the signed-in owner's categories. */
export function categoryRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, menuOperations.listCategories, ({ tenantId }) =>
    asTenant(deps.db, tenantId, (tx) => categoryStore(tx, tenantId).list()),
  );

  serve(routes, menuOperations.addCategory, ({ tenantId, body, idempotencyKey }) =>
    writeMenu(deps, tenantId, (tx) => once(tx, tenantId, idempotencyKey, () => categoryStore(tx, tenantId).add(body))),
  );

  serve(routes, menuOperations.orderCategories, ({ tenantId, body }) =>
    writeMenu(deps, tenantId, async (tx) => {
      const store = categoryStore(tx, tenantId);
      await store.reorder(body.ids);
      return store.list();
    }),
  );

  serve(routes, menuOperations.changeCategory, ({ tenantId, params, body, ifMatch }) =>
    writeMenu(deps, tenantId, (tx) => {
      const store = categoryStore(tx, tenantId);
      return writeMatching({
        ifMatch,
        what: 'The category',
        find: () => store.find(params.id),
        write: (found) => store.change(params.id, body, found),
      });
    }),
  );

  serve(routes, menuOperations.deleteCategory, ({ tenantId, params, ifMatch }) =>
    writeMenu(deps, tenantId, (tx) => {
      const store = categoryStore(tx, tenantId);
      return writeMatching({
        ifMatch,
        what: 'The category',
        find: () => store.find(params.id),
        write: (found) => store.remove(params.id, found),
      });
    }),
  );

  return routes;
}
