import { tenantAtSlug } from '@tavola/contracts/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { isSlug } from '@tavola/contracts/slug.ts';
import { fingerprintOf } from '@tavola/service-kit/data/fingerprint.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import { deleteTenant, dueForDeletion } from '../deletion/delete-tenant.ts';
import type { Deps } from '../deps.ts';
import { mailBetaInvitation } from '../mail/mail-beta-invitation.ts';
import { endsAfter } from '../session/session-store.ts';
import { toAccountUser, userStore } from '../session/user-store.ts';
import { changedAddressesAfter } from '../tenant/changed-addresses.ts';
import { noteVisit } from '../tenant/former-slugs.ts';
import { activeSlugsAfter, platformTenants, tenantBySlug, tenantStore } from '../tenant/tenant-store.ts';
import { changeTenantStatus, changeUserStatus } from './change-status.ts';
import { findTenants, findUsers, readPeople } from './directory.ts';
import { exportTables } from './export-tables.ts';

/** The name of the fields that this release knows of a restaurant. */
const FINGERPRINT = fingerprintOf(tenantAtSlug);

/** /internal: auth's routes for other services. */
export function internalRoutes(deps: Deps): OperationRoutes {
  const { db, pool, log } = deps;
  const routes = operationRoutes(deps);

  serve(routes, internalAuthOperations.listTenants, ({ query }) => platformTenants(db).newest(query.limit));

  serve(routes, internalAuthOperations.listUsedPictures, async ({ params }) => {
    const tenant = await tenantStore(db, params.tenantId).find();
    const shown = [tenant?.logo, tenant?.look?.cover];
    return { pictures: shown.flatMap((address) => (address && pictureAt(address) ? address : [])) };
  });

  serve(routes, internalAuthOperations.getTenantAtSlug, async ({ params: { slug } }) => {
    const found = isSlug(slug) ? await tenantBySlug(pool, slug) : null;
    if (!found) throw notFound('The restaurant');
    // public-menu asks for a former slug when a guest has followed a link to it. The answer does not wait.
    if (found.isFirstVisit) {
      noteVisit(db, found.tenant.id, slug).catch((err) => log.warn({ err }, 'visit of a former slug not noted'));
    }
    return { shape: FINGERPRINT, ...found.tenant };
  });

  serve(routes, internalAuthOperations.listSlugs, ({ query }) => activeSlugsAfter(pool, query.after, query.limit));

  serve(routes, internalAuthOperations.listChangedAddresses, ({ query }) => changedAddressesAfter(pool, query.after));

  serve(routes, internalAuthOperations.findTenants, ({ query }) => findTenants(pool, query));

  serve(routes, internalAuthOperations.getTenant, async ({ params }) => {
    const found = await tenantStore(db, params.id).findForServices();
    if (!found) throw notFound('The restaurant');
    return found;
  });

  serve(routes, internalAuthOperations.getTenantAccount, async ({ params }) => {
    const tenant = await tenantStore(db, params.id).findForAdmins();
    if (!tenant) throw notFound('The restaurant');
    return { tenant, ...(await readPeople(pool, params.id)) };
  });

  serveExport(routes, internalAuthOperations.exportTable, exportTables(db));

  serve(routes, internalAuthOperations.changeTenantStatus, ({ params, body }) =>
    changeTenantStatus(deps, params.id, body),
  );

  serve(routes, internalAuthOperations.deleteTenant, ({ params }) => deleteTenant(deps, params.tenantId));

  serve(routes, internalAuthOperations.listDueDeletions, async () => ({ tenantIds: await dueForDeletion(pool) }));

  serve(routes, internalAuthOperations.findUsers, ({ query }) => findUsers(pool, query));

  serve(routes, internalAuthOperations.getUser, async ({ params }) => {
    const found = await userStore(db).byId(params.id);
    if (!found) throw notFound('The user');
    return toAccountUser(found.user);
  });

  serve(routes, internalAuthOperations.changeUserStatus, ({ params, body }) => changeUserStatus(db, params.id, body));

  serve(routes, internalAuthOperations.listUsers, ({ query }) => userStore(db).newest(query.limit));

  serve(routes, internalAuthOperations.getStats, async () => {
    const [totalTenants, totalUsers] = await Promise.all([platformTenants(db).countActive(), userStore(db).count()]);
    return { totalTenants, totalUsers };
  });

  serve(routes, internalAuthOperations.mailBetaInvitation, async ({ body }) => mailBetaInvitation(deps, body));

  serve(routes, internalAuthOperations.listSessionEnds, ({ query }) => endsAfter(pool, query.after));

  return routes;
}
