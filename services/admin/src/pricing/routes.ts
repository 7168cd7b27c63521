import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';

/** /api/pricing: what the operator charges. */
export function pricingRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  serve(routes, adminOperations.getPricing, async () => deps.pricing);
  return routes;
}
