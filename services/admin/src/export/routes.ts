import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { type OperationRoutes, operationRoutes, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { limitConcurrency } from '@tavola/service-kit/runtime/limit-concurrency.ts';
import type { Deps } from '../deps.ts';
import { exportFiles, exportName } from './files.ts';
import { gather } from './gather.ts';
import { zipped } from './zip.ts';

/** How many exports may wait while one is made; one with years of visits takes seconds. */
const MOST_WAITING = 4;

/** /api/account/export: all data of the signed-in owner's restaurant, as a zip. */
export function exportRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  // A restaurant's data is large and its zip small: only one restaurant's data is in memory at a time.
  const turn = limitConcurrency({
    atOnce: 1,
    waiting: MOST_WAITING,
    refusal: 'Too many exports are being made right now. Please try again in a moment.',
  });

  serveRaw(routes, adminOperations.exportAccount, async ({ tenantId }, res) => {
    const made = await turn(async () => {
      // The client has disconnected.
      if (res.destroyed) return null;
      const everything = await gather(deps.dataOwners, tenantId);
      const at = new Date();
      return { name: exportName(everything, at), zip: await zipped(exportFiles(everything, at), at) };
    });
    if (made) res.attachment(made.name).send(made.zip);
  });

  return routes;
}
