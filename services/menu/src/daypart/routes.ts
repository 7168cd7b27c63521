import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { changeDayparts } from './change-dayparts.ts';
import { daypartStore } from './daypart-store.ts';

/** /api/dayparts: the signed-in owner's dayparts. */
export function daypartRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(routes, menuOperations.listDayparts, async ({ tenantId }) => ({
    dayparts: await asTenant(deps.db, tenantId, (tx) => daypartStore(tx, tenantId).list()),
  }));

  serve(routes, menuOperations.changeDayparts, ({ tenantId, body, ifMatch }) =>
    changeDayparts(deps, tenantId, body, ifMatch),
  );

  return routes;
}
