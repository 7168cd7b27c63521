import { directoryQuery, type FoundTenants, type FoundUsers } from '@tavola/contracts/admin.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { findTenants, findUsers } from './directory.ts';

/** /internal: searches of all restaurants and users. Called by admin. Mounted before the routes of single ones. */
export function directoryRoutes({ pool }: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.get('/tenants/search', async (req, res) => {
    res.json((await findTenants(pool, valid(directoryQuery, req.query, 'query'))) satisfies FoundTenants);
  });

  routes.get('/users/search', async (req, res) => {
    res.json((await findUsers(pool, valid(directoryQuery, req.query, 'query'))) satisfies FoundUsers);
  });

  return routes;
}
