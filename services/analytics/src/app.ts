import type { IncomingMessage, RequestListener } from 'node:http';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import type { Express } from 'express';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { Deps } from './deps.ts';
import { figuresRoutes } from './figures/routes.ts';
import { internalRoutes } from './internal/routes.ts';
import { VISITS_PATH, visitListener } from './visit/visit-listener.ts';

/** Why a visit was not taken. */
type Refusals = WeakMap<IncomingMessage, unknown>;

/** Every route of analytics as an Express app. */
export const makeRoutes = (deps: Deps, refusals: Refusals = new WeakMap()): Express =>
  httpApp({
    log: deps.log,
    requests: deps.requests,
    ready: deps.ready,
    routes: (app) => {
      app.use('/api/dashboard', dashboardRoutes(deps));
      app.use('/api/analytics', figuresRoutes(deps));
      app.use('/internal', internalRoutes(deps));
      app.post(VISITS_PATH, (req) => {
        throw refusals.get(req);
      });
    },
  });

/** analytics: where diners' visits arrive, and an owner's figures. */
export function makeApp(deps: Deps): RequestListener {
  const refusals: Refusals = new WeakMap();
  const app = makeRoutes(deps, refusals);
  const taken = visitListener(deps, (req, res, why) => {
    refusals.set(req, why);
    app(req, res);
  });
  return (req, res) => {
    if (!taken(req, res)) app(req, res);
  };
}
