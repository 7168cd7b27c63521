import { internalAnalyticsOperations } from '@tavola/contracts/operations/internal/analytics.ts';
import { readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import type { Deps } from '../deps.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTables } from './export-tables.ts';

const SCANS = `
  SELECT coalesce(sum(scans), 0)::int AS scans FROM quarter_tally
  WHERE tenant_id = current_setting('app.tenant_id')::uuid AND quarter >= now() - interval '30 days'`;

/** /internal: what other services may request from analytics. */
export function internalRoutes(deps: Deps): OperationRoutes {
  const { pool } = deps;
  const routes = operationRoutes(deps);

  serve(routes, internalAnalyticsOperations.deleteTenant, ({ params }) => deleteTenant(pool, params.tenantId));

  serve(routes, internalAnalyticsOperations.getUsage, ({ params }) =>
    readRowAsTenant<{ scans: number }>(pool, params.tenantId, SCANS),
  );

  serveExport(routes, internalAnalyticsOperations.exportTable, exportTables(pool));

  return routes;
}
