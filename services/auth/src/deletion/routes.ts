import { account, deletionInput } from '@tavola/contracts/auth.ts';
import { accessOf, signedIn, tenantOf } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { noteEvent } from '../session/note-event.ts';
import { tenantStore } from '../tenant/tenant-store.ts';
import { askForDeletion, keepRestaurant } from './ask-deletion.ts';

/** /api/account: whether the signed-in owner's restaurant is to be deleted. */
export function accountRoutes(deps: Deps): Router {
  const routes = Router({ caseSensitive: true });
  const note = noteEvent(deps);
  routes.use(signedIn(deps.checkToken));

  routes.get('/', async (req, res) => {
    const found = await tenantStore(deps.db, tenantOf(req)).deletion();
    if (!found) throw notFound('The restaurant');
    res.json(account.parse({ deleteAt: found.deleteAt?.toISOString() ?? null }));
  });

  routes.post(
    '/deletion',
    jsonBody(),
    note('restaurant to be deleted', async (req, res) => {
      res.json(await askForDeletion(deps, accessOf(req), tenantOf(req), valid(deletionInput, req.body)));
    }),
  );

  routes.delete(
    '/deletion',
    note('restaurant kept', async (req, res) => {
      await keepRestaurant(deps, accessOf(req), tenantOf(req));
      res.status(204).end();
    }),
  );

  return routes;
}
