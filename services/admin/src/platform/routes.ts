import { tenant, user } from '@tavola/contracts/auth.ts';
import { listLimit } from '@tavola/contracts/fields.ts';
import { requireRole, signedIn } from '@tavola/service-kit/access.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { platformStats } from './platform-stats.ts';

/** /api/admin: the platform's figures, newest restaurants and newest users (`?limit=`, 100 at most); admins only. */
export function platformRoutes({ auth, menu, checkToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken), requireRole('admin'));

  routes.get('/stats', async (_req, res) => {
    res.json(await platformStats(auth, menu));
  });

  routes.get('/tenants', async (req, res) => {
    const limit = valid(listLimit, req.query.limit);
    res.json(await auth.get(`/internal/tenants?limit=${limit}`, z.array(tenant)));
  });

  routes.get('/users', async (req, res) => {
    const limit = valid(listLimit, req.query.limit);
    res.json(await auth.get(`/internal/users?limit=${limit}`, z.array(user)));
  });

  return routes;
}
