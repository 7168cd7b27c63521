import { menuStats } from '@tavola/contracts/menu.ts';
import { analyticsOperations } from '@tavola/contracts/operations/analytics.ts';
import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { ownersTenant } from '../tenant/owners-tenant.ts';
import { changeLines } from './change-lines.ts';
import { readStats } from './read-stats.ts';
import { viewTimeText } from './view-time.ts';

/** menu's response, which may be of another release. */
const itemStats = tolerant(menuStats);

/** /api/dashboard: the signed-in owner's cards. `totalItems` counts the items that guests can order now. */
export function dashboardRoutes(deps: Deps): OperationRoutes {
  const { pool, tenants, menu, now } = deps;
  const routes = operationRoutes(deps);

  serve(routes, analyticsOperations.getDashboardStats, async ({ tenantId }) => {
    const [stats, items] = await Promise.all([
      ownersTenant(tenants, tenantId).then(({ timeZone }) => readStats(pool, tenantId, timeZone, now())),
      menu.call(internalMenuOperations.getMenuStats, { params: { tenantId }, answerSchema: itemStats }),
    ]);
    return {
      totalViews: stats.totalViews,
      totalItems: items.availableItems,
      totalScans: stats.scans.now,
      hasScans: stats.hasScans,
      avgViewTime: viewTimeText(stats.averageSeconds),
      changes: changeLines(stats, items.newItems),
    };
  });

  return routes;
}
