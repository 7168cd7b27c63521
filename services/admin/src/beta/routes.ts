import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { BETA_SPOTS } from '@tavola/contracts/product.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { actFrom } from '../audit/act-from.ts';
import type { Deps } from '../deps.ts';
import { applicationStore } from './application-store.ts';
import { applyForBeta } from './apply-for-beta.ts';
import { reviewApplication } from './review-application.ts';

/** /api/beta-signup and /api/beta-spots: a restaurant applies for the beta, and its places; /api/admin/beta-applications: the applications and their reviews. */
export function betaRoutes(deps: Deps): OperationRoutes {
  const { db, auth } = deps;
  const routes = operationRoutes(deps);

  serve(routes, adminOperations.applyForBeta, ({ body, idempotencyKey }) => applyForBeta(db, body, idempotencyKey));

  serve(routes, adminOperations.getBetaSpots, async () => ({
    remaining: BETA_SPOTS - (await applicationStore(db).countAccepted(BETA_SPOTS)),
  }));

  serve(routes, adminOperations.listBetaApplications, ({ query }) => applicationStore(db).page(query));

  serve(routes, adminOperations.reviewBetaApplication, async ({ access, params, body }) =>
    reviewApplication(deps, params.id, body, await actFrom(auth, access)),
  );

  return routes;
}
