import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import type { Deps } from '../deps.ts';
import { inUserTransaction } from '../session/in-user-transaction.ts';
import { noteEvent } from '../session/note-event.ts';
import { askConfirmation } from './ask-confirmation.ts';
import { confirmEmail, userOfConfirmation } from './confirmation-store.ts';

/** /api/auth: confirming the e-mail address. */
export function confirmationRoutes(deps: Deps): OperationRoutes {
  const { changePublisher, db } = deps;
  const routes = operationRoutes(deps);
  const note = noteEvent(deps);

  serve(routes, authOperations.askEmailConfirmation, ({ access }) => askConfirmation(deps, access), {
    wrap: note('confirmation asked'),
  });

  // The link stays valid until it expires: confirming again changes nothing.
  serve(
    routes,
    authOperations.confirmEmail,
    async ({ body }) => {
      const userId = await userOfConfirmation(db, body.token);
      if (!userId) throw new Problem('link-invalid', 'This link has expired. Sign in and request a new one.');
      setRequestIdentity({ userId });
      const changes = await inUserTransaction(db, userId, (tx) => confirmEmail(tx, userId));
      await Promise.all(changes.map((change) => changePublisher.publish(change)));
    },
    { wrap: note('address confirmed') },
  );

  return routes;
}
