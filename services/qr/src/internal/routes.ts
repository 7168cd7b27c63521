import { internalQrOperations } from '@tavola/contracts/operations/internal/qr.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import { codeStore } from '../code/code-store.ts';
import type { Deps } from '../deps.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTables } from './export-tables.ts';

/** /internal: what other services may request from qr. */
export function internalRoutes(deps: Deps): OperationRoutes {
  const { db, publicOrigin } = deps;
  const routes = operationRoutes(deps);

  serve(routes, internalQrOperations.listCodeNames, async ({ params: { tenantId } }) => {
    const codes = await asTenant(db, tenantId, (tx) => codeStore(tx, tenantId).list());
    return { codes: codes.map(({ id, name }) => ({ id, name })) };
  });

  serve(routes, internalQrOperations.listCodeIds, async ({ params: { tenantId } }) => ({
    codeIds: await asTenant(db, tenantId, (tx) => codeStore(tx, tenantId).ids()),
  }));

  serve(routes, internalQrOperations.getUsage, async ({ params: { tenantId } }) => ({
    codes: await asTenant(db, tenantId, (tx) => tx.code.count({ where: { tenantId, retiredAt: null } })),
  }));

  serve(routes, internalQrOperations.deleteTenant, ({ params }) => deleteTenant(db, params.tenantId));

  serveExport(routes, internalQrOperations.exportTable, exportTables(db, publicOrigin));

  return routes;
}
