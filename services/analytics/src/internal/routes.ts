import { internalAnalyticsOperations } from '@tavola/contracts/operations/internal/analytics.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import type { Deps } from '../deps.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTables } from './export-tables.ts';

/** /internal: what other services may request from analytics. */
export function internalRoutes(deps: Deps): OperationRoutes {
  const { pool } = deps;
  const routes = operationRoutes(deps);

  serve(routes, internalAnalyticsOperations.deleteTenant, ({ params }) => deleteTenant(pool, params.tenantId));

  serveExport(routes, internalAnalyticsOperations.exportTable, exportTables(pool));

  return routes;
}
