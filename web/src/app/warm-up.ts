import { queryClient } from '../lib/http/query-client.ts';
import { kitchenTablet } from '../lib/session/kitchen-tablet.ts';
import { prefetchCurrentUser } from '../lib/session/session.ts';
import { getToken } from '../lib/session/stored-token.ts';
import { DASHBOARD_PAGES, UnlockPage } from './dashboard-pages.ts';
import { firstDataOf, isRestaurants, screenPath } from './first-data.ts';
import { LazyDashboardLayout } from './lazy-dashboard-layout.ts';

/**
 * Requests the code and the data of the dashboard's screen at `pathname` beside the signed-in user instead of after it. The
 * screen itself still waits for the user. Without a restaurant's token, does something on a locked kitchen tablet only. Resolves once
 * the code is there, or can't be loaded.
 */
export async function warmUp(pathname: string): Promise<void> {
  const token = getToken();
  const page = DASHBOARD_PAGES.get(screenPath(pathname));
  if (!page) return;
  if (token === null && kitchenTablet()) return UnlockPage.preload();
  if (token === null || !isRestaurants(token)) return;
  prefetchCurrentUser();
  for (const source of firstDataOf(pathname, token)) void queryClient.prefetchQuery({ queryKey: [source] });
  await Promise.all([LazyDashboardLayout.preload(), page.preload()]);
}
