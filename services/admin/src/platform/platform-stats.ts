import type { AdminStats } from '@tavola/contracts/admin.ts';
import { authStats } from '@tavola/contracts/auth.ts';
import { platformMenuStats } from '@tavola/contracts/menu.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';

/** The platform's figures, read from auth and menu in parallel; those of a failed service are null. */
export async function platformStats(auth: ServiceClient, menu: ServiceClient): Promise<AdminStats> {
  const [people, menus] = await Promise.allSettled([
    auth.get('/internal/stats', authStats),
    menu.get('/internal/stats', platformMenuStats),
  ]);
  return {
    totalTenants: people.status === 'fulfilled' ? people.value.totalTenants : null,
    totalUsers: people.status === 'fulfilled' ? people.value.totalUsers : null,
    totalMenuItems: menus.status === 'fulfilled' ? menus.value.totalMenuItems : null,
  };
}
