import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import type { Express } from 'express';
import { printedCodeRoutes } from './code/printed-code-routes.ts';
import { codeRoutes, mainCodeRoutes } from './code/routes.ts';
import type { Deps } from './deps.ts';
import { internalRoutes } from './internal/routes.ts';
import { sheetRoutes } from './sheet/routes.ts';
import { styleRoutes } from './style/routes.ts';

/** qr as an Express app: the owner's codes, their style and their files, and the address that printed codes lead to. */
export function makeApp(deps: Deps): Express {
  return httpApp({
    log: deps.log,
    requests: deps.requests,
    ready: deps.ready,
    routes: (app) => {
      app.use('/api/qr-code', mainCodeRoutes(deps));
      // Before the codes: 'style' and 'sheets' are no codes' ids.
      app.use('/api/qr-codes/style', styleRoutes(deps));
      app.use('/api/qr-codes/sheets', sheetRoutes(deps));
      app.use('/api/qr-codes', codeRoutes(deps));
      app.use('/q', printedCodeRoutes(deps));
      app.use('/internal', internalRoutes(deps));
    },
  });
}
