import { platformTenant, user } from '@tavola/contracts/auth.ts';
import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { z } from 'zod';
import { actFrom } from '../audit/act-from.ts';
import type { Deps } from '../deps.ts';
import { changeTenantStatus, changeUserStatus } from './change-status.ts';
import { platformStats } from './platform-stats.ts';

const tenantList = z.array(tolerant(platformTenant));
const userList = z.array(tolerant(user));

/** /api/admin: the platform's figures and health, and its newest restaurants and users, which can be suspended. */
export function platformRoutes(deps: Deps): OperationRoutes {
  const { auth, menu, systemStatus } = deps;
  const routes = operationRoutes(deps);

  serve(routes, adminOperations.getPlatformStats, () => platformStats(auth, menu));

  serve(routes, adminOperations.getSystemStatus, () => systemStatus());

  serve(routes, adminOperations.listTenants, ({ query }) =>
    auth.get(`/internal/tenants?limit=${query.limit}`, tenantList),
  );

  serve(routes, adminOperations.listUsers, ({ query }) => auth.get(`/internal/users?limit=${query.limit}`, userList));

  serve(routes, adminOperations.changeTenantStatus, async ({ access, params, body }) =>
    changeTenantStatus(deps, params.id, body, await actFrom(auth, access)),
  );

  serve(routes, adminOperations.changeUserStatus, async ({ access, params, body }) =>
    changeUserStatus(deps, params.id, body, await actFrom(auth, access)),
  );

  return routes;
}
