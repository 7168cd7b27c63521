import { loginInput, passwordInput, signupInput } from '@tavola/contracts/auth.ts';
import { uuid } from '@tavola/contracts/fields.ts';
import { accessOf, signedIn } from '@tavola/service-kit/http/access.ts';
import { addressKey } from '@tavola/service-kit/http/address-key.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { addressOf } from './address-of.ts';
import { asUser } from './as-user.ts';
import { changePassword } from './change-password.ts';
import { deviceOf } from './device.ts';
import { endSessions } from './end-sessions.ts';
import { logIn } from './log-in.ts';
import { noteEvent } from './note-event.ts';
import { openAccount } from './open-account.ts';
import { openSessions } from './session-store.ts';
import { signUp } from './sign-up.ts';

/** /api/auth: login, sign-up, who the token belongs to, and the user's sessions. */
export function sessionRoutes(deps: Deps): Router {
  const { db } = deps;
  const routes = Router({ caseSensitive: true });
  const note = noteEvent(deps);
  const known = signedIn(deps.checkToken);
  const signupSchema = signupInput(deps.passwordMinLength);
  const passwordSchema = passwordInput(deps.passwordMinLength);

  routes.post(
    '/login',
    jsonBody(),
    note('login', async (req, res) => {
      const from = { device: deviceOf(req.headers['user-agent']), address: addressKey(addressOf(req)) };
      res.json(await logIn(deps, valid(loginInput, req.body), from));
    }),
  );

  routes.post(
    '/signup',
    jsonBody(),
    note('sign-up', async (req, res) => {
      const input = valid(signupSchema, req.body);
      res.status(201).json(await signUp(deps, input, deviceOf(req.headers['user-agent'])));
    }),
  );

  routes.get('/me', known, async (req, res) => {
    res.json((await openAccount(db, accessOf(req))).user);
  });

  routes.post(
    '/logout',
    known,
    note('log-out', async (req, res) => {
      const { sub: userId, sid } = accessOf(req);
      await asUser(db, userId, (tx) => endSessions(tx, { userId, sid }));
      res.status(204).end();
    }),
  );

  routes.post(
    '/logout-everywhere',
    known,
    note('log-out everywhere', async (req, res) => {
      const { user } = await openAccount(db, accessOf(req));
      await asUser(db, user.id, (tx) => endSessions(tx, { userId: user.id }));
      res.status(204).end();
    }),
  );

  routes.get('/sessions', known, async (req, res) => {
    const access = accessOf(req);
    const { user } = await openAccount(db, access);
    res.json(await openSessions(db, user.id, access.sid));
  });

  routes.delete(
    '/sessions/:id',
    known,
    note('session ended', async (req, res) => {
      const sid = valid(uuid, req.params.id, 'id');
      const { user } = await openAccount(db, accessOf(req));
      const count = await asUser(db, user.id, (tx) => endSessions(tx, { userId: user.id, sid }));
      if (count === 0) throw notFound('The session');
      res.status(204).end();
    }),
  );

  routes.post(
    '/password',
    known,
    jsonBody(),
    note('password changed', async (req, res) => {
      await changePassword(deps, accessOf(req), valid(passwordSchema, req.body));
      res.status(204).end();
    }),
  );

  return routes;
}
