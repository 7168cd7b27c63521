import { httpApp } from '@tavola/service-kit/http-app.ts';
import type { Express } from 'express';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { Deps } from './deps.ts';
import { figuresRoutes } from './figures/routes.ts';
import { visitRoutes } from './visit/routes.ts';

/** analytics as an Express app: an owner's figures, and where diners' visits arrive. */
export function makeApp(deps: Deps): Express {
  return httpApp({
    log: deps.log,
    ready: deps.ready,
    routes: (app) => {
      app.use('/api/dashboard', dashboardRoutes(deps));
      app.use('/api/analytics', figuresRoutes(deps));
      app.use('/api/public/visits', visitRoutes(deps));
    },
  });
}
