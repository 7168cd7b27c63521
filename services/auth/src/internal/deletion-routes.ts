import type { DueDeletions } from '@tavola/contracts/auth.ts';
import { uuid } from '@tavola/contracts/fields.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import { deleteTenant, dueForDeletion } from '../deletion/delete-tenant.ts';
import type { Deps } from '../deps.ts';

/** /internal: restaurants whose deletion is due, and the deletion of one. Called by admin. */
export function deletionRoutes(deps: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.get('/deletions', async (_req, res) => {
    res.json({ tenantIds: await dueForDeletion(deps.pool) } satisfies DueDeletions);
  });

  routes.delete('/tenants/:tenantId', async (req, res) => {
    await deleteTenant(deps, valid(uuid, req.params.tenantId, 'tenantId'));
    res.status(204).end();
  });

  return routes;
}
