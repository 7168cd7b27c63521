import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { type OperationRoutes, operationRoutes, serve, serveRaw } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { readItems } from '../menu/menu-json.ts';
import { changeAvailability } from './change-availability.ts';
import { addItem, changeItem, deleteItem, orderItems } from './change-items.ts';

/** /api/menu-items: the signed-in owner's menu items. */
export function itemRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serveRaw(routes, menuOperations.listItems, async ({ tenantId }, res) => {
    res.type('json').send(await readItems(deps.pool, tenantId));
  });

  serve(routes, menuOperations.addItem, ({ tenantId, body, idempotencyKey }) =>
    addItem(deps, tenantId, body, idempotencyKey),
  );

  serveRaw(routes, menuOperations.orderItems, async ({ tenantId, body }, res) => {
    res.type('json').send(await orderItems(deps, tenantId, body.ids));
  });

  serve(routes, menuOperations.changeItem, ({ tenantId, params, body, ifMatch }) =>
    changeItem(deps, tenantId, params.id, body, ifMatch),
  );

  serve(routes, menuOperations.changeAvailability, ({ tenantId, body }) => changeAvailability(deps, tenantId, body));

  serve(routes, menuOperations.deleteItem, ({ tenantId, params, ifMatch }) =>
    deleteItem(deps, tenantId, params.id, ifMatch),
  );

  return routes;
}
