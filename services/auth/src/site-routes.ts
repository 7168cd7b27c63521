import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from './deps.ts';

/** /api/site: what everybody may know about the operator. */
export function siteRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  serve(routes, authOperations.getSite, async ({ req }) => {
    req.res?.set('Cache-Control', 'public, max-age=300');
    return deps.site;
  });
  return routes;
}
