import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { sendInParts } from '@tavola/service-kit/http/download.ts';
import { notFound, tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';
import type { Deps } from '../deps.ts';
import { exportStore } from './export-store.ts';

/** How many downloads of one restaurant, and to one person, a process sends at once. */
const SHARE = { atOnce: 2, waiting: 0 };

/** When an owner with too many of them should try again, in milliseconds. */
const RETRY_AFTER_MS = 5_000;

/** /api/account/export: all data of the signed-in owner's restaurant, as a zip that is made in the background. */
export function exportRoutes(deps: Deps): OperationRoutes {
  const { db, exports } = deps;
  const routes = operationRoutes(deps);
  // The answer does not wait for the queue: without it, the worker finds the export once it is back.
  const queue = (tenantId: string) => void exports.add({ tenantId }).catch(() => {});
  const downloads = fairQueue({
    per: { restaurant: SHARE, person: SHARE },
    refuse: () => tooManyRequests('Your data is already being downloaded.', RETRY_AFTER_MS),
  });

  serve(routes, adminOperations.startDataExport, async ({ tenantId }) => {
    const started = await exportStore(db, tenantId).request();
    queue(tenantId);
    return started;
  });

  serve(routes, adminOperations.getDataExport, async ({ tenantId }) => {
    const found = await exportStore(db, tenantId).progress();
    // Its job may be lost with the queue.
    if (found.state === 'waiting') queue(tenantId);
    return found;
  });

  serveRaw(routes, adminOperations.getDataExportFile, ({ access, tenantId, req }, res) =>
    downloads.run({ restaurant: tenantId, person: access.sub }, async () => {
      const store = exportStore(db, tenantId);
      const file = await store.file();
      if (!file) throw notFound('The file');
      res.attachment(file.name).set('Content-Length', String(file.bytes));
      if (req.method === 'HEAD') res.end();
      else await sendInParts(res, store.parts(file)).catch(() => {});
    }),
  );

  return routes;
}
