import { type Analytics, type AnalyticsQuery, dayRange } from '@tavola/contracts/analytics.ts';
import { menuItem } from '@tavola/contracts/menu.ts';
import { analyticsOperations } from '@tavola/contracts/operations/analytics.ts';
import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { internalQrOperations } from '@tavola/contracts/operations/internal/qr.ts';
import { type OperationRoutes, operationRoutes, serve, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { ownersTenant } from '../tenant/owners-tenant.ts';
import { figuresAsCsv } from './figures-as-csv.ts';
import { lastDays, readFigures } from './read-figures.ts';

/** The fields of a menu that analytics reads. */
const itemNames = z.object({ items: z.array(menuItem.pick({ id: true, name: true })) });

/** /api/analytics: the figures of the signed-in owner's restaurant for a range of days. */
export function figuresRoutes(deps: Deps): OperationRoutes {
  const { menu, qr } = deps;
  const routes = operationRoutes(deps);

  serve(routes, analyticsOperations.getAnalytics, async ({ tenantId, query }) => {
    const { figures } = await figuresOf(deps, tenantId, query);
    return figures;
  });

  serveRaw(routes, analyticsOperations.exportAnalytics, async ({ tenantId, query }, res) => {
    const { slug, figures } = await figuresOf(deps, tenantId, query);
    const [{ items }, { codes }] = await Promise.all([
      menu.call(internalMenuOperations.getMenu, { params: { tenantId }, answerSchema: itemNames }),
      qr.call(internalQrOperations.listCodeNames, { params: { tenantId } }),
    ]);
    const { from, to } = figures.range;
    res
      .type('text/csv; charset=utf-8')
      .attachment(`${slug}-analytics-${from}-to-${to}.csv`)
      .send(figuresAsCsv(figures, { items: namesOf(items), codes: namesOf(codes) }));
  });

  return routes;
}

/** A restaurant's figures for the days in `query`, by default the last 30, and its slug. */
async function figuresOf(
  { pool, tenants, now }: Deps,
  tenantId: string,
  query: AnalyticsQuery,
): Promise<{ slug: string; figures: Analytics }> {
  const { slug, timeZone } = await ownersTenant(tenants, tenantId);
  const time = now();
  const range = valid(dayRange, { ...(await lastDays(pool, tenantId, timeZone, time, query.to)), ...query }, 'query');
  return { slug, figures: { range, timeZone, ...(await readFigures(pool, tenantId, timeZone, range, time)) } };
}

const namesOf = <Id>(named: readonly { id: Id; name: string }[]): ReadonlyMap<Id, string> =>
  new Map(named.map(({ id, name }) => [id, name]));
