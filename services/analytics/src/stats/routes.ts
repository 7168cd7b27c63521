import type { DashboardStats } from '@tavola/contracts/analytics.ts';
import { menuStats } from '@tavola/contracts/menu.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/access.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { counted } from './stats-store.ts';
import { viewTimeText } from './view-time.ts';

/** /api/dashboard: the signed-in owner's figures. `totalItems` are those that guests can order now. */
export function statsRoutes({ db, menu, checkToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken));

  routes.get('/stats', async (req, res) => {
    const tenantId = tenantOf(req);
    const [counts, items] = await Promise.all([
      counted(db, tenantId, new Date()),
      menu.get(`/internal/menus/${tenantId}/stats`, menuStats),
    ]);
    res.json({
      totalViews: counts.totalViews,
      totalItems: items.availableItems,
      totalScans: counts.scansToday,
      avgViewTime: viewTimeText(counts.averageSeconds),
      changes: { totalViews: null, totalItems: null, totalScans: null, avgViewTime: null },
    } satisfies DashboardStats);
  });

  return routes;
}
