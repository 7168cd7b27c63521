import { httpApp } from '@tavola/service-kit/http-app.ts';
import type { Express } from 'express';
import { betaRoutes } from './beta/routes.ts';
import type { Deps } from './deps.ts';
import { platformRoutes } from './platform/routes.ts';

/** admin as an Express app: beta applications, and what the platform's operator sees. */
export function makeApp(deps: Deps): Express {
  return httpApp({
    log: deps.log,
    ready: deps.ready,
    routes: (app) => {
      app.use('/api/beta-signup', betaRoutes(deps));
      app.use('/api/admin', platformRoutes(deps));
    },
  });
}
