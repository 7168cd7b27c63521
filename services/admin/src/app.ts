import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import { mountOperations } from '@tavola/service-kit/http/serve.ts';
import type { Express } from 'express';
import { auditRoutes } from './audit/routes.ts';
import { betaRoutes } from './beta/routes.ts';
import type { Deps } from './deps.ts';
import { exportRoutes } from './export/routes.ts';
import { platformRoutes } from './platform/routes.ts';
import { pricingRoutes } from './pricing/routes.ts';

/** admin as an Express app: beta applications, the operator's pages and acts, and an owner's export. */
export function makeApp(deps: Deps): Express {
  return httpApp(deps, (app) => {
    mountOperations(
      app,
      adminOperations,
      betaRoutes(deps),
      exportRoutes(deps),
      auditRoutes(deps),
      platformRoutes(deps),
      pricingRoutes(deps),
    );
  });
}
