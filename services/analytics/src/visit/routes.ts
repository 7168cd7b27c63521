import { visitInput } from '@tavola/contracts/analytics.ts';
import { jsonBody } from '@tavola/service-kit/http-app.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';

/** /api/public/visits: a diner's page says that a menu was read. */
export function visitRoutes({ tellVisit, log }: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.post('/', jsonBody(), async (req, res) => {
    const { tenantId, seconds } = valid(visitInput, req.body);
    // A visit that can't be counted is lost: the page has gone by now, and nobody would try again.
    await tellVisit({ kind: 'view', tenantId, seconds, at: Date.now() }).catch((error: Error) =>
      log.warn({ reason: error.message }, 'visit not counted'),
    );
    res.status(204).end();
  });

  return routes;
}
