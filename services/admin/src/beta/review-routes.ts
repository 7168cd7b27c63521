import { betaApplicationsQuery, betaReview } from '@tavola/contracts/admin.ts';
import { idParam } from '@tavola/contracts/fields.ts';
import { adminsOnly, signedIn } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import { actFrom } from '../audit/act-from.ts';
import type { Deps } from '../deps.ts';
import { applicationStore } from './application-store.ts';
import { reviewApplication } from './review-application.ts';

/** /api/admin/beta-applications: who applied, and what admins made of it; admins only. */
export function reviewRoutes({ db, auth, checkToken, adminTwoFactor }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken), adminsOnly(adminTwoFactor));

  routes.get('/', async (req, res) => {
    res.json(await applicationStore(db).page(valid(betaApplicationsQuery, req.query, 'query')));
  });

  routes.put('/:id', jsonBody(), async (req, res) => {
    const id = valid(idParam, req.params.id, 'id');
    const review = valid(betaReview, req.body);
    res.json(await reviewApplication(db, id, review, await actFrom(auth, req)));
  });

  return routes;
}
