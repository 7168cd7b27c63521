import { internalMediaOperations } from '@tavola/contracts/operations/internal/media.ts';
import { mediaOperations } from '@tavola/contracts/operations/media.ts';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import { mountOperations } from '@tavola/service-kit/http/serve.ts';
import type { Express } from 'express';
import type { Deps } from './deps.ts';
import { internalRoutes } from './internal/routes.ts';
import { pictureRoutes } from './picture/routes.ts';

/** media as an Express app: restaurants' own pictures. */
export function makeApp(deps: Deps): Express {
  return httpApp(deps, (app) => {
    mountOperations(app, mediaOperations, pictureRoutes(deps));
    mountOperations(app, internalMediaOperations, internalRoutes(deps));
  });
}
