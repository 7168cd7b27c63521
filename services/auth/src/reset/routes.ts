import { forgotPasswordInput, resetPasswordInput } from '@tavola/contracts/auth.ts';
import { databaseAnswers } from '@tavola/service-kit/data/postgres.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { noteEvent } from '../session/note-event.ts';
import { askReset } from './ask-reset.ts';
import { resetPassword } from './reset-password.ts';

/** /api/auth: a new password for who has forgotten theirs. */
export function resetRoutes(deps: Deps): Router {
  const routes = Router({ caseSensitive: true });
  const note = noteEvent(deps);
  const resetSchema = resetPasswordInput(deps.passwordMinLength);

  routes.post(
    '/forgot-password',
    jsonBody(),
    note('reset asked', async (req, res) => {
      const { email } = valid(forgotPasswordInput, req.body);
      // With the database away the promise of a mail would be an empty one.
      await databaseAnswers(deps.pool).catch((cause) => {
        throw new Problem('unavailable', 'This is not available right now. Please try again in a moment.', {
          cause,
          retryAfter: 2,
        });
      });
      askReset(deps, email);
      res.status(202).end();
    }),
  );

  routes.post(
    '/reset-password',
    jsonBody(),
    note('password reset', async (req, res) => {
      await resetPassword(deps, valid(resetSchema, req.body));
      res.status(204).end();
    }),
  );

  return routes;
}
