import { account } from '@tavola/contracts/auth.ts';
import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { noteEvent } from '../session/note-event.ts';
import { tenantStore } from '../tenant/tenant-store.ts';
import { askForDeletion, keepRestaurant } from './ask-deletion.ts';
import { deleteAccount } from './delete-account.ts';

/** /api/account: the scheduled deletion of the signed-in owner's restaurant; and of an account without one. */
export function accountRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  const note = noteEvent(deps);

  serve(routes, authOperations.getAccount, async ({ tenantId }) => {
    const found = await tenantStore(deps.db, tenantId).deletion();
    if (!found) throw notFound('The restaurant');
    return account.parse({ deleteAt: found.deleteAt?.toISOString() ?? null });
  });

  serve(
    routes,
    authOperations.askForDeletion,
    ({ access, tenantId, body }) => askForDeletion(deps, access, tenantId, body),
    { wrap: note('restaurant to be deleted') },
  );

  serve(routes, authOperations.keepRestaurant, ({ access, tenantId }) => keepRestaurant(deps, access, tenantId), {
    wrap: note('restaurant kept'),
  });

  serve(routes, authOperations.deleteAccount, ({ access, body }) => deleteAccount(deps, access, body), {
    wrap: note('account deleted'),
  });

  return routes;
}
