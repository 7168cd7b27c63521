import { IMPORT_BYTES_MAX } from '@tavola/contracts/imports.ts';
import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { importMenu } from './import-menu.ts';

/** /api/menu-imports: many new items at once. */
export function importRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(
    routes,
    menuOperations.importMenu,
    ({ tenantId, body, idempotencyKey }) => importMenu(deps, tenantId, body, idempotencyKey),
    { readBody: jsonBody(IMPORT_BYTES_MAX) },
  );

  return routes;
}
