import { DRAFT_BYTES_MAX } from '@tavola/contracts/drafts.ts';
import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { confirmDraft } from './confirm-draft.ts';

/** /api/menu-drafts: many new, changed and removed items at once. */
export function draftRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serve(
    routes,
    menuOperations.confirmDraft,
    ({ tenantId, body, idempotencyKey }) => confirmDraft(deps, tenantId, body, idempotencyKey),
    { readBody: jsonBody(DRAFT_BYTES_MAX) },
  );

  return routes;
}
