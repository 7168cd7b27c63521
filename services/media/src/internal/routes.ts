import type { MediaExport } from '@tavola/contracts/export.ts';
import { uuid } from '@tavola/contracts/fields.ts';
import { pictureAddress } from '@tavola/contracts/rules/pictures.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { requireServiceToken } from '@tavola/service-kit/http/access.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { deleteTenant } from './delete-tenant.ts';

/** /internal: what other services may request from media. */
export function internalRoutes({ db, storage, serviceToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(requireServiceToken(serviceToken));

  routes.delete('/tenants/:tenantId', async (req, res) => {
    await deleteTenant(db, storage, valid(uuid, req.params.tenantId, 'tenantId'));
    res.status(204).end();
  });

  routes.get('/tenants/:tenantId/export', async (req, res) => {
    const tenantId = valid(uuid, req.params.tenantId, 'tenantId');
    const pictures = await asTenant(db, tenantId, (tx) =>
      tx.picture.findMany({ where: { tenantId }, orderBy: [{ createdAt: 'asc' }, { hash: 'asc' }] }),
    );
    res.json({
      pictures: pictures.map((picture) => {
        const { width, height, color, bytes, createdAt } = picture;
        return { url: pictureAddress(picture), width, height, color, bytes, createdAt: createdAt.toISOString() };
      }),
    } satisfies MediaExport);
  });

  return routes;
}
