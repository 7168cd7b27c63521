import {
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  AdminStats,
  AuditLog,
  AuditQuery,
  BetaApplications,
  BetaReview,
  BetaStatus,
  FoundTenants,
  FoundUsers,
  RemovedPicture,
  RemovedPictureInput,
  ReviewedApplication,
  Standing,
  StatusInput,
  TenantOverview,
} from '@tavola/contracts/admin.ts';
import type { PlatformTenant, PlatformUser, Tenant, User } from '@tavola/contracts/auth.ts';
import { ADMIN_LIST_LENGTH } from '@tavola/contracts/product.ts';
import type { SystemStatus } from '@tavola/contracts/system-status.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { useCurrentUser } from '../../lib/session/session.ts';

const STATS = ['/api/admin/stats'] as const;
const SYSTEM_STATUS = ['/api/admin/system-status'] as const;
const TENANTS = ['/api/admin/tenants'] as const;
const USERS = ['/api/admin/users'] as const;
const TENANT_SEARCH = ['/api/admin/tenants/search'] as const;
const USER_SEARCH = ['/api/admin/users/search'] as const;
const APPLICATIONS = ['/api/admin/beta-applications'] as const;
/** Before a restaurant's id. */
const TENANT_OVERVIEW = '/api/admin/tenants/';
const AUDIT = ['/api/admin/audit'] as const;

/** Rows per page of a long list. */
const PAGE_LENGTH = 20;

/** How often the system status is polled, in milliseconds; the admin service caches it for as long. */
const STATUS_EVERY_MS = 5_000;

const useIsAdmin = () => useCurrentUser().user?.role === 'admin';

/** A query that runs only for admins (spec §6). */
function useAdminQuery<Answer>(queryKey: QueryKey, select?: (answer: Answer) => Answer) {
  return useQuery<Answer>({ queryKey, enabled: useIsAdmin(), ...(select && { select }) });
}

const mostRecent = <Row>(rows: Row[]): Row[] => rows.slice(0, ADMIN_LIST_LENGTH);

/** The platform's statistics; `null` for one whose service does not respond. */
export const useAdminStats = () => useAdminQuery<AdminStats>(STATS);
/** Each service's health, polled. */
export const useSystemStatus = () =>
  useQuery<SystemStatus>({ queryKey: SYSTEM_STATUS, enabled: useIsAdmin(), refetchInterval: STATUS_EVERY_MS });
/** The newest restaurants. */
export const useRecentTenants = () => useAdminQuery<PlatformTenant[]>(TENANTS, mostRecent);
/** The newest users. */
export const useRecentUsers = () => useAdminQuery<PlatformUser[]>(USERS, mostRecent);

/** A paged list; refetched on each visit, since other admins change it too. Runs only for admins. */
function usePages<Page extends { next: number | string | null }>(
  path: string,
  filter: Record<string, string | undefined>,
) {
  const chosen = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return useInfiniteQuery<Page, Error, Page[], QueryKey, Page['next']>({
    queryKey: [path, Object.fromEntries(chosen)],
    enabled: useIsAdmin(),
    staleTime: 0,
    placeholderData: keepPreviousData,
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams([...chosen, ['limit', String(PAGE_LENGTH)]]);
      if (pageParam !== null) query.set('after', String(pageParam));
      return apiRequest<Page>('GET', `${path}?${query}`, undefined, { signal });
    },
  });
}

/** What to look for in a list of restaurants or users. */
export interface DirectorySearch {
  /** Every word must occur. Empty for all. */
  q: string;
  standing: Standing | undefined;
}

/** Restaurants that match a search, newest first. */
export const useTenantSearch = ({ q, standing }: DirectorySearch) =>
  usePages<FoundTenants>(TENANT_SEARCH[0], { q, standing });

/** A restaurant with its users and figures; refetched on each visit. Runs only for admins. */
export const useTenantOverview = (id: string) =>
  useQuery<TenantOverview>({
    queryKey: [`${TENANT_OVERVIEW}${id}/overview`],
    enabled: useIsAdmin(),
    staleTime: 0,
  });

/** Users that match a search, newest first. */
export const useUserSearch = ({ q, standing }: DirectorySearch) =>
  usePages<FoundUsers>(USER_SEARCH[0], { q, standing });

/** Beta applications, newest first, optionally with one status only. */
export const useBetaApplications = (status: BetaStatus | undefined) =>
  usePages<BetaApplications>(APPLICATIONS[0], { status });

/** The audit log of admin actions, newest first. */
export const useAuditLog = ({ kind, subjectId }: Pick<AuditQuery, 'kind' | 'subjectId'>) =>
  usePages<AuditLog>(AUDIT[0], { kind, subjectId });

/** Suspends or restores a restaurant or a user. */
export function useChangeStatus(what: 'tenants' | 'users', id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: StatusInput) => apiRequest<Tenant | User>('PUT', `/api/admin/${what}/${id}/status`, input),
    // Also after a failure: the change may have happened although the response was lost.
    onSettled: () =>
      Promise.all([
        ...[STATS, TENANTS, USERS, TENANT_SEARCH, USER_SEARCH, AUDIT].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
        client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(TENANT_OVERVIEW) }),
      ]),
  });
}

/** Removes a picture of a restaurant. */
export const useRemovePicture = (id: string) =>
  useMutation({
    mutationFn: (input: RemovedPictureInput) =>
      apiRequest<RemovedPicture>('PUT', `/api/admin/tenants/${id}/removed-picture`, input),
  });

/** Accepts or declines an application. */
export function useReviewApplication(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: BetaReview) => apiRequest<ReviewedApplication>('PUT', `${APPLICATIONS[0]}/${id}`, input),
    onSettled: () => void client.invalidateQueries({ queryKey: APPLICATIONS }),
  });
}
