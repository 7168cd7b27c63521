import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { noteEvent } from '../session/note-event.ts';
import { askEmailChange } from './ask-email-change.ts';
import { confirmEmailChange } from './confirm-email-change.ts';

/** /api/auth/email-change: another address for the account. */
export function emailChangeRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  const note = noteEvent(deps);

  serve(routes, authOperations.askEmailChange, ({ access, body }) => askEmailChange(deps, access, body), {
    wrap: note('address change asked'),
  });

  serve(routes, authOperations.confirmEmailChange, ({ body }) => confirmEmailChange(deps, body.token), {
    wrap: note('address changed'),
  });

  return routes;
}
