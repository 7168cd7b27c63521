import { betaApplicationInput } from '@tavola/contracts/admin.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { once, onceKeyOf } from '@tavola/service-kit/http/idempotency.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { applicationStore } from './application-store.ts';

/** /api/beta-signup: a restaurant applies for the beta. */
export function betaRoutes({ db }: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.post('/', jsonBody(), async (req, res) => {
    const input = valid(betaApplicationInput, req.body);
    const key = onceKeyOf(req);
    const added = await inTransaction(db, (tx) => once(tx, null, key, () => applicationStore(tx).add(input)));
    res.status(201).json(added);
  });

  return routes;
}
