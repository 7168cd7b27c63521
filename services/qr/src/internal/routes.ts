import { uuid } from '@tavola/contracts/fields.ts';
import type { CodeIds, CodeNames } from '@tavola/contracts/qr.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { requireServiceToken } from '@tavola/service-kit/http/access.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import { codeStore } from '../code/code-store.ts';
import type { Deps } from '../deps.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTables } from './export-tables.ts';

/** /internal: what other services may request from qr. */
export function internalRoutes({ db, publicOrigin, serviceToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(requireServiceToken(serviceToken));

  routes.get('/codes/:tenantId', async (req, res) => {
    const tenantId = valid(uuid, req.params.tenantId, 'tenantId');
    const codes = await asTenant(db, tenantId, (tx) => codeStore(tx, tenantId).list());
    res.json({ codes: codes.map(({ id, name }) => ({ id, name })) } satisfies CodeNames);
  });

  routes.get('/codes/:tenantId/ids', async (req, res) => {
    const tenantId = valid(uuid, req.params.tenantId, 'tenantId');
    const codeIds = await asTenant(db, tenantId, (tx) => codeStore(tx, tenantId).ids());
    res.json({ codeIds } satisfies CodeIds);
  });

  routes.delete('/tenants/:tenantId', async (req, res) => {
    await deleteTenant(db, valid(uuid, req.params.tenantId, 'tenantId'));
    res.status(204).end();
  });

  serveExport<'qr'>(routes, exportTables(db, publicOrigin));

  return routes;
}
