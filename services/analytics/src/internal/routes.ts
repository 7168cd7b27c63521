import { uuid } from '@tavola/contracts/fields.ts';
import { requireServiceToken } from '@tavola/service-kit/http/access.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTables } from './export-tables.ts';

/** /internal: what other services may request from analytics. */
export function internalRoutes({ pool, serviceToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(requireServiceToken(serviceToken));

  routes.delete('/tenants/:tenantId', async (req, res) => {
    await deleteTenant(pool, valid(uuid, req.params.tenantId, 'tenantId'));
    res.status(204).end();
  });

  serveExport<'analytics'>(routes, exportTables(pool));

  return routes;
}
