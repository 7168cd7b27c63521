import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import { mountOperations } from '@tavola/service-kit/http/serve.ts';
import type { Express } from 'express';
import { confirmationRoutes } from './confirmation/routes.ts';
import { accountRoutes } from './deletion/routes.ts';
import type { Deps } from './deps.ts';
import { emailChangeRoutes } from './email-change/routes.ts';
import { internalRoutes } from './internal/routes.ts';
import { kitchenDeviceRoutes } from './kitchen-device/routes.ts';
import { resetRoutes } from './reset/routes.ts';
import { sessionRoutes } from './session/routes.ts';
import { siteRoutes } from './site-routes.ts';
import { teamRoutes } from './team/routes.ts';
import { tenantRoutes } from './tenant/routes.ts';
import { translationRoutes } from './translation/routes.ts';
import { twoFactorRoutes } from './two-factor/routes.ts';

/**
 * The auth service as an Express app: sign-up, login, current user, restaurant profile and deletion, and routes for other
 * services.
 */
export function makeApp(deps: Deps): Express {
  return httpApp(deps, (app) => {
    mountOperations(
      app,
      authOperations,
      siteRoutes(deps),
      sessionRoutes(deps),
      resetRoutes(deps),
      confirmationRoutes(deps),
      emailChangeRoutes(deps),
      twoFactorRoutes(deps),
      tenantRoutes(deps),
      translationRoutes(deps),
      accountRoutes(deps),
      teamRoutes(deps),
      kitchenDeviceRoutes(deps),
    );
    mountOperations(app, internalAuthOperations, internalRoutes(deps));
  });
}
