import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { categoryStore } from './category-store.ts';
import { addCategory, changeCategory, deleteCategory, orderCategories } from './change-categories.ts';

/** /api/categories: the signed-in owner's categories. */
export function categoryRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, menuOperations.listCategories, ({ tenantId }) =>
    asTenant(deps.db, tenantId, (tx) => categoryStore(tx, tenantId).list()),
  );

  serve(routes, menuOperations.addCategory, ({ tenantId, body, idempotencyKey }) =>
    addCategory(deps, tenantId, body, idempotencyKey),
  );

  serve(routes, menuOperations.orderCategories, ({ tenantId, body }) => orderCategories(deps, tenantId, body.ids));

  serve(routes, menuOperations.changeCategory, ({ tenantId, params, body, ifMatch }) =>
    changeCategory(deps, tenantId, params.id, body, ifMatch),
  );

  serve(routes, menuOperations.deleteCategory, ({ tenantId, params, ifMatch }) =>
    deleteCategory(deps, tenantId, params.id, ifMatch),
  );

  return routes;
}
