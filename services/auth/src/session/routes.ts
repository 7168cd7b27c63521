import { loginInput, type Session, signupInput, type User } from '@tavola/contracts/auth.ts';
import { accessOf, signedIn } from '@tavola/service-kit/access.ts';
import { jsonBody } from '@tavola/service-kit/http-app.ts';
import { Problem } from '@tavola/service-kit/problem.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { logIn } from './log-in.ts';
import { signUp } from './sign-up.ts';
import { userStore } from './user-store.ts';

/** /api/auth: login, sign-up, and who the token belongs to. */
export function sessionRoutes(deps: Deps): Router {
  const routes = Router({ caseSensitive: true });
  const signupSchema = signupInput(deps.passwordMinLength);
  const sessionOf = (user: User): Session => ({ token: deps.issueToken(user), user });

  routes.post('/login', jsonBody(), async (req, res) => {
    const user = await logIn(deps.db, valid(loginInput, req.body));
    res.json(sessionOf(user));
  });

  routes.post('/signup', jsonBody(), async (req, res) => {
    const user = await signUp(deps, valid(signupSchema, req.body));
    res.status(201).json(sessionOf(user));
  });

  routes.get('/me', signedIn(deps.checkToken), async (req, res) => {
    const user = await userStore(deps.db).byId(accessOf(req).sub);
    if (!user?.isActive) throw new Problem('unauthenticated', 'This account is not active any more.');
    res.json(user);
  });

  return routes;
}
