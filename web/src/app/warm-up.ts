import { queryClient } from '../lib/query-client.ts';
import { prefetchCurrentUser } from '../lib/session.ts';
import { getToken } from '../lib/token.ts';
import { DASHBOARD_PAGES } from './dashboard-pages.ts';
import { LazyDashboardLayout } from './lazy-dashboard-layout.ts';

/** What a screen shows first, beyond its code. */
const FIRST_DATA = new Map<string, readonly string[]>([
  ['/dashboard', ['/api/menu-items', '/api/categories', '/api/tenant', '/api/dashboard/stats']],
  ['/', ['/api/menu-items', '/api/categories', '/api/tenant', '/api/dashboard/stats']],
  ['/dashboard/items', ['/api/menu-items', '/api/categories', '/api/tenant']],
  ['/dashboard/categories', ['/api/categories', '/api/menu-items']],
]);

/**
 * Requests the code and the data of the dashboard's screen at `pathname` beside the signed-in user instead of after it. The
 * screen itself still waits for the user. Does nothing without a restaurant's token. Resolves once the code is there, or
 * can't be loaded.
 */
export async function warmUp(pathname: string): Promise<void> {
  const token = getToken();
  if (token === null || !isRestaurants(token)) return;
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const page = DASHBOARD_PAGES.get(path);
  if (!page) return;
  prefetchCurrentUser();
  for (const source of FIRST_DATA.get(path) ?? []) void queryClient.prefetchQuery({ queryKey: [source] });
  await Promise.all([LazyDashboardLayout.preload(), page.preload()]);
}

/** Whether the access token names a restaurant: an admin's calls for one would be refused. */
function isRestaurants(token: string): boolean {
  try {
    const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return typeof (JSON.parse(atob(claims)) as { tenantId?: unknown }).tenantId === 'string';
  } catch {
    // Not a token that the product issued; the user's lookup will say so.
    return false;
  }
}
