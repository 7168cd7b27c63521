import type { DashboardStats } from '@tavola/contracts/analytics.ts';
import { menuStats } from '@tavola/contracts/menu.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/http/access.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { ownersTenant } from '../tenant/owners-tenant.ts';
import { changeLines } from './change-lines.ts';
import { readStats } from './read-stats.ts';
import { viewTimeText } from './view-time.ts';

/** What analytics reads of a menu's figures. */
const itemStats = tolerant(menuStats.pick({ availableItems: true, newItems: true }));

/** /api/dashboard: the signed-in owner's cards. `totalItems` are those that guests can order now. */
export function dashboardRoutes({ pool, tenants, menu, now, checkToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken));

  routes.get('/stats', async (req, res) => {
    const tenantId = tenantOf(req);
    const [stats, items] = await Promise.all([
      ownersTenant(tenants, tenantId).then(({ timeZone }) => readStats(pool, tenantId, timeZone, now())),
      menu.get(`/internal/menus/${tenantId}/stats`, itemStats),
    ]);
    res.json({
      totalViews: stats.totalViews,
      totalItems: items.availableItems,
      totalScans: stats.scans.now,
      avgViewTime: viewTimeText(stats.averageSeconds),
      changes: changeLines(stats, items.newItems),
    } satisfies DashboardStats);
  });

  return routes;
}
