import { useQuery } from '@tanstack/react-query';
import type { AdminStats } from '@tavola/contracts/admin.ts';
import type { Tenant, User } from '@tavola/contracts/auth.ts';
import { ADMIN_LIST_LENGTH } from '@tavola/contracts/product.ts';
import { useCurrentUser } from '../../lib/session.ts';

/** A query that fires only for admins (spec §6). */
function useAdminQuery<Answer>(path: string, select?: (answer: Answer) => Answer) {
  const isAdmin = useCurrentUser().user?.role === 'admin';
  return useQuery<Answer>({ queryKey: [path], enabled: isAdmin, ...(select && { select }) });
}

const mostRecent = <Row>(rows: Row[]): Row[] => rows.slice(0, ADMIN_LIST_LENGTH);

/** The platform's figures; `null` for one whose service is silent. */
export const useAdminStats = () => useAdminQuery<AdminStats>('/api/admin/stats');
/** The newest restaurants. */
export const useRecentTenants = () => useAdminQuery<Tenant[]>('/api/admin/tenants', mostRecent);
/** The newest users. */
export const useRecentUsers = () => useAdminQuery<User[]>('/api/admin/users', mostRecent);
