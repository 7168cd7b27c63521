import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { type OperationRoutes, operationRoutes, serveRaw } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { changeTranslations } from './change-translations.ts';
import { translationsSql } from './translation-store.ts';

/** /api/translations: the menu's texts in other languages. */
export function translationRoutes(deps: Deps): OperationRoutes {
  const routes = operationRoutes(deps);

  serveRaw(routes, menuOperations.listTranslations, async ({ tenantId, params }, res) => {
    const { json } = await readRowAsTenant<{ json: string }>(deps.pool, tenantId, translationsSql(params.lang));
    res.type('json').send(json);
  });

  serveRaw(routes, menuOperations.changeTranslations, async ({ tenantId, params, body }, res) => {
    res.type('json').send(await changeTranslations(deps, tenantId, params.lang, body));
  });

  return routes;
}
