import { internalQrOperations } from '@tavola/contracts/operations/internal/qr.ts';
import { qrOperations } from '@tavola/contracts/operations/qr.ts';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import { mountOperations } from '@tavola/service-kit/http/serve.ts';
import type { Express } from 'express';
import { printedCodeRoutes } from './code/printed-code-routes.ts';
import { codeRoutes } from './code/routes.ts';
import type { Deps } from './deps.ts';
import { internalRoutes } from './internal/routes.ts';
import { sheetRoutes } from './sheet/routes.ts';
import { styleRoutes } from './style/routes.ts';

/** qr as an Express app: the owner's codes, their style and files, and the address that printed codes lead to. */
export function makeApp(deps: Deps): Express {
  return httpApp(deps, (app) => {
    mountOperations(app, qrOperations, styleRoutes(deps), sheetRoutes(deps), codeRoutes(deps), printedCodeRoutes(deps));
    mountOperations(app, internalQrOperations, internalRoutes(deps));
  });
}
