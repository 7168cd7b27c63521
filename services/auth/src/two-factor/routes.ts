import { passwordAgainInput, twoFactorCodeInput, twoFactorState } from '@tavola/contracts/auth.ts';
import { accessOf, signedIn } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { asUser } from '../session/as-user.ts';
import { deviceOf } from '../session/device.ts';
import { noteEvent } from '../session/note-event.ts';
import { openAccount } from '../session/open-account.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, renewRecoveryCodes } from './change-two-factor.ts';
import { twoFactorStore } from './two-factor-store.ts';

/** /api/auth/two-factor: the signed-in user's authenticator app. */
export function twoFactorRoutes(deps: Deps): Router {
  const routes = Router({ caseSensitive: true });
  const note = noteEvent(deps);
  routes.use(signedIn(deps.checkToken));
  const passwordOf = (body: unknown) => valid(passwordAgainInput, body).password;

  routes.get('/', async (req, res) => {
    const { user } = await openAccount(deps.db, accessOf(req));
    const state = await asUser(deps.db, user.id, (tx) => twoFactorStore(tx, deps.secretBox, user.id).state());
    res.json(twoFactorState.parse(state));
  });

  routes.post(
    '/setup',
    jsonBody(),
    note('two-factor begun', async (req, res) => {
      res.json(await beginTwoFactor(deps, accessOf(req), passwordOf(req.body)));
    }),
  );

  routes.post(
    '/confirm',
    jsonBody(),
    note('two-factor on', async (req, res) => {
      res.json(await confirmTwoFactor(deps, accessOf(req), valid(twoFactorCodeInput, req.body).code));
    }),
  );

  routes.post(
    '/disable',
    jsonBody(),
    note('two-factor off', async (req, res) => {
      const device = deviceOf(req.headers['user-agent']);
      res.json(await endTwoFactor(deps, accessOf(req), passwordOf(req.body), device));
    }),
  );

  routes.post(
    '/recovery-codes',
    jsonBody(),
    note('recovery codes renewed', async (req, res) => {
      res.json(await renewRecoveryCodes(deps, accessOf(req), passwordOf(req.body)));
    }),
  );

  return routes;
}
