import { foundTenant, foundTenants, foundUser, foundUsers } from '@tavola/contracts/admin.ts';
import { platformTenant, platformUser } from '@tavola/contracts/auth.ts';
import { adminOperations } from '@tavola/contracts/operations/admin.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { z } from 'zod';
import { actFrom } from '../audit/act-from.ts';
import type { Deps } from '../deps.ts';
import { changeTenantStatus, changeUserStatus } from './change-status.ts';
import { platformStats } from './platform-stats.ts';
import { removePicture } from './remove-picture.ts';
import { tenantOverview } from './tenant-overview.ts';

const tenantList = z.array(tolerant(platformTenant));
const userList = z.array(tolerant(platformUser));
const tenantPage = foundTenants.extend({ tenants: z.array(tolerant(foundTenant)) });
const userPage = foundUsers.extend({ users: z.array(tolerant(foundUser)) });

/** A query as auth reads it again. */
const asSent = <Query extends { limit: number }>(query: Query) => ({ ...query, limit: String(query.limit) });

/** /api/admin: the platform's figures and health, and its restaurants and users, which can be found and suspended. */
export function platformRoutes(deps: Deps): OperationRoutes {
  const { auth, menu, systemStatus } = deps;
  const routes = operationRoutes(deps);

  serve(routes, adminOperations.getPlatformStats, () => platformStats(auth, menu));

  serve(routes, adminOperations.getSystemStatus, () => systemStatus());

  serve(routes, adminOperations.listTenants, ({ query }) =>
    auth.call(internalAuthOperations.listTenants, { query: asSent(query), answerSchema: tenantList }),
  );

  serve(routes, adminOperations.listUsers, ({ query }) =>
    auth.call(internalAuthOperations.listUsers, { query: asSent(query), answerSchema: userList }),
  );

  serve(routes, adminOperations.findTenants, ({ query }) =>
    auth.call(internalAuthOperations.findTenants, { query: asSent(query), answerSchema: tenantPage }),
  );

  serve(routes, adminOperations.findUsers, ({ query }) =>
    auth.call(internalAuthOperations.findUsers, { query: asSent(query), answerSchema: userPage }),
  );

  serve(routes, adminOperations.getTenantOverview, ({ params }) => tenantOverview(deps, params.id));

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
