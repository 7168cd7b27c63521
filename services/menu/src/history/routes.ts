import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { putBack } from './put-back.ts';
import { readHistory } from './read-history.ts';

/** /api/history: what was changed on the signed-in owner's menu. */
export function historyRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, menuOperations.listChanges, ({ tenantId, query }) => readHistory(deps.pool, tenantId, query));

  serve(routes, menuOperations.putBack, ({ tenantId, params, idempotencyKey }) =>
    putBack(deps, tenantId, params.id, idempotencyKey),
  );

  return routes;
}
