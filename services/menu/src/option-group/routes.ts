import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { addOptionGroup, changeOptionGroup, deleteOptionGroup, orderOptionGroups } from './change-option-groups.ts';
import { optionGroupStore } from './option-group-store.ts';

/** /api/option-groups: the signed-in owner's option groups. */
export function optionGroupRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, menuOperations.listOptionGroups, ({ tenantId }) =>
    asTenant(deps.db, tenantId, (tx) => optionGroupStore(tx, tenantId).list()),
  );

  serve(routes, menuOperations.addOptionGroup, ({ tenantId, body, idempotencyKey }) =>
    addOptionGroup(deps, tenantId, body, idempotencyKey),
  );

  serve(routes, menuOperations.orderOptionGroups, ({ tenantId, body }) => orderOptionGroups(deps, tenantId, body.ids));

  serve(routes, menuOperations.changeOptionGroup, ({ tenantId, params, body, ifMatch }) =>
    changeOptionGroup(deps, tenantId, params.id, body, ifMatch),
  );

  serve(routes, menuOperations.deleteOptionGroup, ({ tenantId, params, ifMatch }) =>
    deleteOptionGroup(deps, tenantId, params.id, ifMatch),
  );

  return routes;
}
