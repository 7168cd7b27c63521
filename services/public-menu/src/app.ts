import { httpApp } from '@tavola/service-kit/http-app.ts';
import type { Express } from 'express';
import type { Deps } from './deps.ts';
import { menuRoutes } from './menu/routes.ts';

/** public-menu as an Express app: the menus that diners read. */
export function makeApp(deps: Deps): Express {
  return httpApp({
    log: deps.log,
    ready: deps.ready,
    routes: (app) => {
      app.use('/api/public/menu', menuRoutes(deps));
    },
  });
}
