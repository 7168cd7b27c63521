import { tenant, tenantInput } from '@tavola/contracts/auth.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/access.ts';
import { jsonBody } from '@tavola/service-kit/http-app.ts';
import { notFound } from '@tavola/service-kit/problem.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { tenantStore } from './tenant-store.ts';

/** /api/tenant: the signed-in owner's restaurant. */
export function tenantRoutes({ db, announcer, checkToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken));

  routes.get('/', async (req, res) => {
    const found = await tenantStore(db, tenantOf(req)).find();
    if (!found) throw notFound('The restaurant');
    res.json(tenant.parse(found));
  });

  routes.put('/', jsonBody(), async (req, res) => {
    const tenantId = tenantOf(req);
    const changed = await tenantStore(db, tenantId).change(valid(tenantInput, req.body));
    if (!changed) throw notFound('The restaurant');
    await announcer.announce({ tenantId, version: changed.version, slug: changed.slug });
    res.json(tenant.parse(changed));
  });

  return routes;
}
