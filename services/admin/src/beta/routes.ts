import { betaApplicationInput } from '@tavola/contracts/admin.ts';
import { jsonBody } from '@tavola/service-kit/http-app.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { applicationStore } from './application-store.ts';

/** /api/beta-signup: a restaurant applies for the beta. */
export function betaRoutes({ db }: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.post('/', jsonBody(), async (req, res) => {
    res.status(201).json(await applicationStore(db).add(valid(betaApplicationInput, req.body)));
  });

  return routes;
}
