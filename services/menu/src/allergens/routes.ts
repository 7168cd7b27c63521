import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { checkMenu } from './check-menu.ts';
import { confirmAllergens, declareAllergens, declareOptionAllergens } from './declare-allergens.ts';

/** What the signed-in owner declares of allergens, and what the menu lacks. */
export function allergenRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, menuOperations.declareAllergens, ({ tenantId, access, params, body, ifMatch }) =>
    declareAllergens(deps, tenantId, { id: params.id, by: access.sub }, body, ifMatch),
  );

  serve(routes, menuOperations.declareOptionAllergens, ({ tenantId, access, params, body, ifMatch }) =>
    declareOptionAllergens(deps, tenantId, { id: params.id, by: access.sub }, body, ifMatch),
  );

  serve(routes, menuOperations.confirmAllergens, ({ tenantId, access, body }) =>
    confirmAllergens(deps, tenantId, access.sub, body),
  );

  serve(routes, menuOperations.checkMenu, ({ tenantId, query }) => checkMenu(deps.pool, tenantId, query.scheme));

  return routes;
}
