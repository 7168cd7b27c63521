import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { changeTranslations, readTranslations } from './translations.ts';

/** /api/tenant/translations: the restaurant's texts in other languages. */
export function translationRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, authOperations.listTenantTranslations, ({ tenantId, params }) =>
    readTranslations(deps.db, tenantId, params.lang),
  );

  serve(routes, authOperations.changeTenantTranslations, ({ tenantId, params, body }) =>
    changeTranslations(deps, tenantId, params.lang, body),
  );

  return routes;
}
