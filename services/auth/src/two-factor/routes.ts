import { twoFactorState } from '@tavola/contracts/auth.ts';
import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { deviceOf } from '@tavola/contracts/rules/device-name.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { requireActiveAccount } from '../session/active-account.ts';
import { inUserTransaction } from '../session/in-user-transaction.ts';
import { noteEvent } from '../session/note-event.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, renewRecoveryCodes } from './change-two-factor.ts';
import { twoFactorStore } from './two-factor-store.ts';

/** /api/auth/two-factor: the signed-in user's authenticator app. */
export function twoFactorRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);
  const note = noteEvent(deps);

  serve(routes, authOperations.getTwoFactor, async ({ access }) => {
    const { user } = await requireActiveAccount(deps.db, access);
    const state = await inUserTransaction(deps.db, user.id, (tx) =>
      twoFactorStore(tx, deps.secretBox, user.id).state(),
    );
    return twoFactorState.parse(state);
  });

  serve(routes, authOperations.setUpTwoFactor, ({ access, body }) => beginTwoFactor(deps, access, body.password), {
    wrap: note('two-factor begun'),
  });

  serve(routes, authOperations.confirmTwoFactor, ({ access, body }) => confirmTwoFactor(deps, access, body.code), {
    wrap: note('two-factor on'),
  });

  serve(
    routes,
    authOperations.disableTwoFactor,
    ({ req, access, body }) => endTwoFactor(deps, access, body.password, deviceOf(req.headers['user-agent'])),
    { wrap: note('two-factor off') },
  );

  serve(
    routes,
    authOperations.renewRecoveryCodes,
    ({ access, body }) => renewRecoveryCodes(deps, access, body.password),
    { wrap: note('recovery codes renewed') },
  );

  return routes;
}
