import { resetPasswordInput } from '@tavola/contracts/auth.ts';
import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { databaseAnswers } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { noteEvent } from '../session/note-event.ts';
import { askReset } from './ask-reset.ts';
import { resetPassword } from './reset-password.ts';

/** /api/auth: password reset. */
export function resetRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  const note = noteEvent(deps);

  serve(
    routes,
    authOperations.askPasswordReset,
    async ({ body }) => {
      // Without the database the mail could not be sent, so do not promise it.
      await databaseAnswers(deps.pool).catch((cause) => {
        throw new Problem('unavailable', 'This is not available right now. Please try again in a moment.', {
          cause,
          retryAfter: 2,
        });
      });
      askReset(deps, body.email);
    },
    { wrap: note('reset asked') },
  );

  serve(routes, authOperations.resetPassword, ({ body }) => resetPassword(deps, body), {
    wrap: note('password reset'),
    body: resetPasswordInput(deps.passwordMinLength),
  });

  return routes;
}
