import { type DirectoryQuery, foundTenant, foundTenants, foundUser, foundUsers } from '@tavola/contracts/admin.ts';
import { platformTenant, user } from '@tavola/contracts/auth.ts';
import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { z } from 'zod';
import { actFrom } from '../audit/act-from.ts';
import type { Deps } from '../deps.ts';
import { changeTenantStatus, changeUserStatus } from './change-status.ts';
import { platformStats } from './platform-stats.ts';
import { removePicture } from './remove-picture.ts';

const tenantList = z.array(tolerant(platformTenant));
const userList = z.array(tolerant(user));
const tenantPage = foundTenants.extend({ tenants: z.array(tolerant(foundTenant)) });
const userPage = foundUsers.extend({ users: z.array(tolerant(foundUser)) });

const asSearch = (query: DirectoryQuery): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();

/** /api/admin: the platform's figures and health, and its restaurants and users, which can be found and suspended. */
export function platformRoutes(deps: Deps): OperationRoutes {
  const { auth, menu, systemStatus } = deps;
  const routes = operationRoutes(deps);

  serve(routes, adminOperations.getPlatformStats, () => platformStats(auth, menu));

  serve(routes, adminOperations.getSystemStatus, () => systemStatus());

  serve(routes, adminOperations.listTenants, ({ query }) =>
    auth.get(`/internal/tenants?limit=${query.limit}`, tenantList),
  );

  serve(routes, adminOperations.listUsers, ({ query }) => auth.get(`/internal/users?limit=${query.limit}`, userList));

  serve(routes, adminOperations.findTenants, ({ query }) =>
    auth.get(`/internal/tenants/search?${asSearch(query)}`, tenantPage),
  );

  serve(routes, adminOperations.findUsers, ({ query }) =>
    auth.get(`/internal/users/search?${asSearch(query)}`, userPage),
  );

  serve(routes, adminOperations.changeTenantStatus, async ({ access, params, body }) =>
    changeTenantStatus(deps, params.id, body, await actFrom(auth, access)),
  );

  serve(routes, adminOperations.removePicture, async ({ access, params, body }) =>
    removePicture(deps, params.id, body, await actFrom(auth, access)),
  );

  serve(routes, adminOperations.changeUserStatus, async ({ access, params, body }) =>
    changeUserStatus(deps, params.id, body, await actFrom(auth, access)),
  );

  return routes;
}
