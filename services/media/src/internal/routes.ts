import { uuid } from '@tavola/contracts/fields.ts';
import { requireServiceToken } from '@tavola/service-kit/http/access.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTables } from './export-tables.ts';
import { removePicture } from './remove-picture.ts';

const pictureHash = z.string().regex(/^[0-9a-f]{24}$/, { error: 'hash must be that of a picture.' });

/** /internal: what other services may request from media. */
export function internalRoutes({ db, storage, serviceToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(requireServiceToken(serviceToken));

  routes.delete('/tenants/:tenantId', async (req, res) => {
    await deleteTenant(db, storage, valid(uuid, req.params.tenantId, 'tenantId'));
    res.status(204).end();
  });

  routes.delete('/tenants/:tenantId/pictures/:hash', async (req, res) => {
    const tenantId = valid(uuid, req.params.tenantId, 'tenantId');
    await removePicture(db, storage, tenantId, valid(pictureHash, req.params.hash, 'hash'));
    res.status(204).end();
  });

  serveExport<'media'>(routes, exportTables(db));

  return routes;
}
