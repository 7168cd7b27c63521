import type { AuthStats } from '@tavola/contracts/auth.ts';
import { listLimit, uuid } from '@tavola/contracts/fields.ts';
import { neighboursOnly } from '@tavola/service-kit/access.ts';
import { notFound } from '@tavola/service-kit/problem.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { userStore } from '../session/user-store.ts';
import { platformTenants, tenantStore } from '../tenant/tenant-store.ts';

/** /internal: what neighbours may ask auth. */
export function internalRoutes({ db, serviceToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(neighboursOnly(serviceToken));

  routes.get('/tenants', async (req, res) => {
    res.json(await platformTenants(db).newest(valid(listLimit, req.query.limit)));
  });

  routes.get('/tenants/by-slug/:slug', async (req, res) => {
    const found = await platformTenants(db).bySlug(req.params.slug);
    if (!found) throw notFound('The restaurant');
    res.json(found);
  });

  routes.get('/tenants/:id', async (req, res) => {
    const found = await tenantStore(db, valid(uuid, req.params.id)).find();
    if (!found) throw notFound('The restaurant');
    res.json(found);
  });

  routes.get('/users', async (req, res) => {
    res.json(await userStore(db).newest(valid(listLimit, req.query.limit)));
  });

  routes.get('/stats', async (_req, res) => {
    const [totalTenants, totalUsers] = await Promise.all([platformTenants(db).countActive(), userStore(db).count()]);
    res.json({ totalTenants, totalUsers } satisfies AuthStats);
  });

  return routes;
}
