import { statusInput } from '@tavola/contracts/admin.ts';
import { platformTenant, user } from '@tavola/contracts/auth.ts';
import { listLimit, uuid } from '@tavola/contracts/fields.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { adminsOnly, signedIn } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import { z } from 'zod';
import { actFrom } from '../audit/act-from.ts';
import type { Deps } from '../deps.ts';
import { changeTenantStatus, changeUserStatus } from './change-status.ts';
import { platformStats } from './platform-stats.ts';

const tenantList = z.array(tolerant(platformTenant));
const userList = z.array(tolerant(user));

/**
 * /api/admin: the platform's figures and how it is, newest restaurants and newest users (`?limit=`, 100 at most), and who of them is
 * suspended; admins only.
 */
export function platformRoutes(deps: Deps): Router {
  const { auth, menu, systemStatus, checkToken, adminTwoFactor } = deps;
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken), adminsOnly(adminTwoFactor));

  routes.get('/stats', async (_req, res) => {
    res.json(await platformStats(auth, menu));
  });

  routes.get('/system-status', async (_req, res) => {
    res.json(await systemStatus());
  });

  routes.get('/tenants', async (req, res) => {
    const limit = valid(listLimit, req.query.limit, 'limit');
    res.json(await auth.get(`/internal/tenants?limit=${limit}`, tenantList));
  });

  routes.get('/users', async (req, res) => {
    const limit = valid(listLimit, req.query.limit, 'limit');
    res.json(await auth.get(`/internal/users?limit=${limit}`, userList));
  });

  routes.put('/tenants/:id/status', jsonBody(), async (req, res) => {
    const id = valid(uuid, req.params.id, 'id');
    const input = valid(statusInput, req.body);
    res.json(await changeTenantStatus(deps, id, input, await actFrom(auth, req)));
  });

  routes.put('/users/:id/status', jsonBody(), async (req, res) => {
    const id = valid(uuid, req.params.id, 'id');
    const input = valid(statusInput, req.body);
    res.json(await changeUserStatus(deps, id, input, await actFrom(auth, req)));
  });

  return routes;
}
