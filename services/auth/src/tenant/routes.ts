import { tenant, tenantInput } from '@tavola/contracts/auth.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { ifMatchOf, sendTagged } from '@tavola/service-kit/http/if-match.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
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
    sendTagged(res, tenant.parse(found));
  });

  routes.put('/', jsonBody(), async (req, res) => {
    const input = valid(tenantInput, req.body);
    sendTagged(res, tenant.parse(await changeTenant(deps, tenantOf(req), input, ifMatchOf(req))));
  });

  return routes;
}
