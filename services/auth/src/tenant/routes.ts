import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { noteAbout, noteEvent } from '../session/note-event.ts';
import { addRestaurant } from './add-restaurant.ts';
import { changeTenant } from './change-tenant.ts';
import { asOwnerSees, tenantStore } from './tenant-store.ts';

/** /api/tenant: the restaurant of the session; and a further one of its user. */
export function tenantRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, authOperations.getTenant, async ({ tenantId }) => {
    const found = await tenantStore(deps.db, tenantId).find();
    if (!found) throw notFound('The restaurant');
    return asOwnerSees(found);
  });

  serve(
    routes,
    authOperations.addRestaurant,
    async ({ access, body, idempotencyKey }) => {
      const place = await addRestaurant(deps, access, body, idempotencyKey);
      noteAbout({ subject: place.id });
      return place;
    },
    { wrap: noteEvent(deps)('restaurant added') },
  );

  serve(routes, authOperations.changeTenant, async ({ body, ifMatch, ...by }) =>
    asOwnerSees(await changeTenant(deps, by, body, ifMatch)),
  );

  return routes;
}
