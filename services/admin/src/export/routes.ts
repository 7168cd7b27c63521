import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { type OperationRoutes, operationRoutes, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { limitConcurrency } from '@tavola/service-kit/runtime/limit-concurrency.ts';
import { limitPerTenant } from '@tavola/service-kit/runtime/limit-per-tenant.ts';
import type { Deps } from '../deps.ts';
import { exportFiles, exportName } from './files.ts';
import { gather } from './gather.ts';
import { zipped } from './zip.ts';

/** How many restaurants' exports may wait while one is made; one with years of visits takes seconds. */
const MOST_WAITING = 4;

/**
 * How long an export may wait for its turn, in milliseconds. With the 10 s for reading it, the answer begins before the gateway
 * gives up after 15 s.
 */
const WAIT_MS = 4_000;

/** When an owner whose restaurant is being exported should try again, in milliseconds. */
const RETRY_AFTER_MS = 5_000;

/** /api/account/export: all data of the signed-in owner's restaurant, as a zip. */
export function exportRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  const turnOfTenant = limitPerTenant({
    atOnce: 1,
    waiting: 0,
    refusal: 'Your data is being exported already.',
    retryAfterMs: RETRY_AFTER_MS,
  });
  // A restaurant's data is large and its zip small: only one restaurant's data is in memory at a time.
  const turn = limitConcurrency({
    atOnce: 1,
    waiting: MOST_WAITING,
    waitMs: WAIT_MS,
    refusal: 'Too many exports are being made right now. Please try again in a moment.',
  });

  serveRaw(routes, adminOperations.exportAccount, async ({ tenantId }, res) => {
    const send = async () => {
      // The client has disconnected.
      if (res.destroyed) return;
      const everything = await gather(deps.dataOwners, tenantId);
      const at = new Date();
      res.attachment(exportName(everything, at)).flushHeaders();
      for await (const bytes of zipped(exportFiles(everything, at), at)) {
        if (res.destroyed) return;
        // What a slow client has not read yet waits in the response: it must not keep others from their turn.
        res.write(bytes);
      }
      res.end();
    };
    await turnOfTenant(tenantId, () => turn(send));
  });

  return routes;
}
