import { internalStatusInput } from '@tavola/contracts/admin.ts';
import { uuid } from '@tavola/contracts/fields.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { userStore } from '../session/user-store.ts';
import { changeTenantStatus, changeUserStatus } from './change-status.ts';

/** /internal: a user's data, and suspending or restoring users and restaurants. Called by admin. */
export function statusRoutes(deps: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.get('/users/:id', async (req, res) => {
    const found = await userStore(deps.db).byId(valid(uuid, req.params.id, 'id'));
    if (!found) throw notFound('The user');
    res.json(found);
  });

  routes.put('/tenants/:id/status', jsonBody(), async (req, res) => {
    const id = valid(uuid, req.params.id, 'id');
    res.json(await changeTenantStatus(deps, id, valid(internalStatusInput, req.body)));
  });

  routes.put('/users/:id/status', jsonBody(), async (req, res) => {
    const id = valid(uuid, req.params.id, 'id');
    res.json(await changeUserStatus(deps.db, id, valid(internalStatusInput, req.body)));
  });

  return routes;
}
