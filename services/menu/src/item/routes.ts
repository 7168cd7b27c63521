import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { writeMatching } from '@tavola/service-kit/http/if-match.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { writeMenu } from '../menu/write-menu.ts';
import { itemStore } from './item-store.ts';
import { addItem, changeItem } from './save-item.ts';

/** /api/menu-items: the signed-in owner's menu items. */
export function itemRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, menuOperations.listItems, ({ tenantId }) =>
    asTenant(deps.db, tenantId, (tx) => itemStore(tx, tenantId).list()),
  );

  serve(routes, menuOperations.addItem, ({ tenantId, body, idempotencyKey }) =>
    addItem(deps, tenantId, body, idempotencyKey),
  );

  serve(routes, menuOperations.orderItems, ({ tenantId, body }) =>
    writeMenu(deps, tenantId, async (tx) => {
      const store = itemStore(tx, tenantId);
      await store.reorder(body.ids);
      return store.list();
    }),
  );

  serve(routes, menuOperations.changeItem, ({ tenantId, params, body, ifMatch }) =>
    changeItem(deps, tenantId, params.id, body, ifMatch),
  );

  serve(routes, menuOperations.deleteItem, ({ tenantId, params, ifMatch }) =>
    writeMenu(deps, tenantId, (tx) => {
      const store = itemStore(tx, tenantId);
      return writeMatching({
        ifMatch,
        what: 'The menu item',
        find: () => store.find(params.id),
        write: (found) => store.remove(params.id, found),
      });
    }),
  );

  return routes;
}
