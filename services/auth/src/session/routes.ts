import { passwordInput, signupInput } from '@tavola/contracts/auth.ts';
import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { readActiveAccount, requireActiveAccount } from './active-account.ts';
import { changePassword } from './change-password.ts';
import { clientOf } from './client.ts';
import { endSession } from './end-session.ts';
import { endSessions } from './end-sessions.ts';
import { inUserTransaction, lockUser } from './in-user-transaction.ts';
import { logIn } from './log-in.ts';
import { noteEvent } from './note-event.ts';
import { openSessions } from './session-store.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { signUp } from './sign-up.ts';
import { switchRestaurant } from './switch-restaurant.ts';

/** /api/auth: login, sign-up, the current user and their sessions. */
export function sessionRoutes(deps: Deps): OperationRoutes {
  const { db, passwordMinLength } = deps;
  const routes = operationRoutes(deps);
  const note = noteEvent(deps);

  serve(routes, authOperations.logIn, ({ req, body }) => logIn(deps, body, clientOf(req)), { wrap: note('login') });

  serve(routes, authOperations.signUp, ({ req, body }) => signUp(deps, body, clientOf(req)), {
    wrap: note('sign-up'),
    body: signupInput(passwordMinLength),
  });

  serve(routes, authOperations.getCurrentUser, async ({ access }) => (await readActiveAccount(db, access)).user);

  serve(routes, authOperations.switchRestaurant, ({ access, body }) => switchRestaurant(deps, access, body), {
    wrap: note('restaurant switched'),
  });

  serve(
    routes,
    authOperations.changeCurrentUser,
    async ({ access, body: { name } }) => {
      const { user } = await requireActiveAccount(db, access);
      await inUserTransaction(db, user.id, (tx) => tx.user.updateMany({ where: { id: user.id }, data: { name } }));
      return { ...user, name };
    },
    { wrap: note('name changed') },
  );

  serve(
    routes,
    authOperations.logOut,
    ({ access: { sub: userId, sid } }) => inUserTransaction(db, userId, (tx) => endSessions(tx, { userId, sid })),
    { wrap: note('log-out') },
  );

  serve(
    routes,
    authOperations.logOutEverywhere,
    async ({ access }) => {
      const { user } = await requireActiveAccount(db, access);
      await inUserTransaction(db, user.id, async (tx) => {
        await lockUser(tx, user.id);
        await signOutEverywhere(tx, user.id);
      });
    },
    { wrap: note('log-out everywhere') },
  );

  serve(routes, authOperations.listSessions, async ({ access }) => {
    const { user } = await requireActiveAccount(db, access);
    return openSessions(db, user.id, access.sid);
  });

  serve(
    routes,
    authOperations.endSession,
    async ({ access, params }) => {
      const { user } = await requireActiveAccount(db, access);
      const count = await inUserTransaction(db, user.id, (tx) => endSession(tx, user.id, params.id));
      if (count === 0) throw notFound('The session');
    },
    { wrap: note('session ended') },
  );

  serve(routes, authOperations.changePassword, ({ access, body }) => changePassword(deps, access, body), {
    wrap: note('password changed'),
    body: passwordInput(passwordMinLength),
  });

  return routes;
}
