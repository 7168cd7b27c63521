import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { auditStore } from './audit-store.ts';

/** /api/admin/audit: the log of admins' acts, page by page. */
export function auditRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  serve(routes, adminOperations.listAuditEntries, ({ query }) => auditStore(deps.db).page(query));
  return routes;
}
