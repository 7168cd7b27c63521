import { httpApp } from '@tavola/service-kit/http-app.ts';
import type { Express } from 'express';
import { codeRoutes, printedCodeRoutes } from './code/routes.ts';
import type { Deps } from './deps.ts';

/** qr as an Express app: the owner's code as an image, and the address that printed codes lead to. */
export function makeApp(deps: Deps): Express {
  return httpApp({
    log: deps.log,
    ready: deps.ready,
    routes: (app) => {
      app.use('/api/qr-code', codeRoutes(deps));
      app.use('/q', printedCodeRoutes(deps));
    },
  });
}
