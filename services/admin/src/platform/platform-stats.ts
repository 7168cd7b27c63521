import type { AdminStats } from '@tavola/contracts/admin.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';

/** The platform's figures, read from auth and menu in parallel; those of a failed service are null. */
export async function platformStats(auth: ServiceClient<'auth'>, menu: ServiceClient<'menu'>): Promise<AdminStats> {
  const [people, menus] = await Promise.allSettled([
    auth.call(internalAuthOperations.getStats, {}),
    menu.call(internalMenuOperations.getStats, {}),
  ]);
  return {
    totalTenants: people.status === 'fulfilled' ? people.value.totalTenants : null,
    totalUsers: people.status === 'fulfilled' ? people.value.totalUsers : null,
    totalMenuItems: menus.status === 'fulfilled' ? menus.value.totalMenuItems : null,
  };
}
