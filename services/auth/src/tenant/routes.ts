import { tenant, tenantInput } from '@tavola/contracts/auth.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/access.ts';
import { jsonBody } from '@tavola/service-kit/http-app.ts';
import { notFound } from '@tavola/service-kit/problem.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { changeTenant } from './change-tenant.ts';
import { tenantStore } from './tenant-store.ts';

/** /api/tenant: the signed-in owner's restaurant. */
export function tenantRoutes(deps: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(deps.checkToken));

  routes.get('/', async (req, res) => {
    const found = await tenantStore(deps.db, tenantOf(req)).find();
    if (!found) throw notFound('The restaurant');
    res.json(tenant.parse(found));
  });

  routes.put('/', jsonBody(), async (req, res) => {
    res.json(tenant.parse(await changeTenant(deps, tenantOf(req), valid(tenantInput, req.body))));
  });

  return routes;
}
