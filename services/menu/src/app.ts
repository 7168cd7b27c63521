import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import { mountOperations } from '@tavola/service-kit/http/serve.ts';
import type { Express } from 'express';
import { allergenRoutes } from './allergens/routes.ts';
import { assistantRoutes } from './assistant/routes.ts';
import { categoryRoutes } from './category/routes.ts';
import { daypartRoutes } from './daypart/routes.ts';
import type { Deps } from './deps.ts';
import { draftRoutes } from './draft/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { internalRoutes } from './internal/routes.ts';
import { itemRoutes } from './item/routes.ts';
import { optionGroupRoutes } from './option-group/routes.ts';
import { translationRoutes } from './translation/routes.ts';

/** The menu service as an Express app: an owner's categories, items, dayparts and option groups, and routes for other services. */
export function makeApp(deps: Deps): Express {
  return httpApp(deps, (app) => {
    mountOperations(
      app,
      menuOperations,
      categoryRoutes(deps),
      itemRoutes(deps),
      allergenRoutes(deps),
      daypartRoutes(deps),
      optionGroupRoutes(deps),
      translationRoutes(deps),
      historyRoutes(deps),
      draftRoutes(deps),
      assistantRoutes(deps),
    );
    mountOperations(app, internalMenuOperations, internalRoutes(deps));
  });
}
