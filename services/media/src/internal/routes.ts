import { internalMediaOperations } from '@tavola/contracts/operations/internal/media.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import type { Deps } from '../deps.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTables } from './export-tables.ts';
import { removePicture } from './remove-picture.ts';

/** /internal: what other services may request from media. */
export function internalRoutes(deps: Deps): OperationRoutes {
  const { db, storage } = deps;
  const routes = operationRoutes(deps);

  serve(routes, internalMediaOperations.deleteTenant, ({ params }) => deleteTenant(db, storage, params.tenantId));

  serve(routes, internalMediaOperations.removePicture, ({ params: { tenantId, hash } }) =>
    removePicture(db, storage, tenantId, hash),
  );

  serveExport(routes, internalMediaOperations.exportTable, exportTables(db));

  return routes;
}
