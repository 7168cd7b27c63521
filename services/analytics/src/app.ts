import type { IncomingMessage, RequestListener } from 'node:http';
import { analyticsOperations } from '@tavola/contracts/operations/analytics.ts';
import { internalAnalyticsOperations } from '@tavola/contracts/operations/internal/analytics.ts';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import { mountOperations, type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Express } from 'express';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { Deps } from './deps.ts';
import { figuresRoutes } from './figures/routes.ts';
import { internalRoutes } from './internal/routes.ts';
import { visitListener } from './visit/visit-listener.ts';

/** The reasons why visits were rejected. */
type Refusals = WeakMap<IncomingMessage, unknown>;

/** Every route of analytics as an Express app. */
export const makeRoutes = (deps: Deps, refusals: Refusals = new WeakMap()): Express =>
  httpApp(deps, (app) => {
    mountOperations(
      app,
      analyticsOperations,
      dashboardRoutes(deps),
      figuresRoutes(deps),
      refusedVisits(deps, refusals),
    );
    mountOperations(app, internalAnalyticsOperations, internalRoutes(deps));
  });

/** The visit listener runs before Express, but Express answers rejected visits. */
function refusedVisits(deps: Deps, refusals: Refusals): OperationRoutes {
  const routes = operationRoutes(deps);
  const readBody = (req: IncomingMessage) => {
    throw refusals.get(req);
  };
  serve(routes, analyticsOperations.countVisit, async () => {}, { readBody });
  return routes;
}

/** analytics: receives diners' visits and serves an owner's figures. */
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
