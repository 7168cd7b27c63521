import { directoryQuery, type FoundTenants, type FoundUsers, internalStatusInput } from '@tavola/contracts/admin.ts';
import {
  type ActiveSlugs,
  type AuthStats,
  type DueDeletions,
  type SessionEnds,
  type SignedInUser,
  type TenantAtSlug,
  tenantAtSlug,
} from '@tavola/contracts/auth.ts';
import { listLimit, uuid } from '@tavola/contracts/fields.ts';
import type { UsedPictures } from '@tavola/contracts/pictures.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { isSlug } from '@tavola/contracts/slug.ts';
import { shapeOf } from '@tavola/service-kit/data/shape.ts';
import { requireServiceToken } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { serveExport } from '@tavola/service-kit/http/serve-export.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { deleteTenant, dueForDeletion } from '../deletion/delete-tenant.ts';
import type { Deps } from '../deps.ts';
import { endsAfter } from '../session/session-store.ts';
import { userStore } from '../session/user-store.ts';
import { changedAddressesAfter } from '../tenant/changed-addresses.ts';
import { noteVisit } from '../tenant/former-slugs.ts';
import { activeSlugsAfter, platformTenants, tenantBySlug, tenantStore } from '../tenant/tenant-store.ts';
import { changeTenantStatus, changeUserStatus } from './change-status.ts';
import { findTenants, findUsers } from './directory.ts';
import { exportTables } from './export-tables.ts';

/** One page of slugs: those after `after`, at most `limit`. */
const slugPage = z.object({
  after: z.string().refine(isSlug, { error: 'after must be a slug.' }).default(''),
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/, { error: 'The limit must be a whole number from 1 to 10000.' })
    .transform(Number)
    .pipe(z.int().max(10_000, { error: 'The limit can be at most 10000.' }))
    .default(10_000),
});

/** The sequence number after which session ends are listed. */
const endNumber = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, { error: 'after must be a whole number.' })
  .transform(Number);

/** The time, in milliseconds, and slug after which changed addresses are listed. */
const addressCursor = z
  .string()
  .regex(/^[0-9]{1,15}_[a-z0-9-]{0,63}$/, { error: 'after must be the next value of a page.' })
  .transform((text) => {
    const [ms, slug = ''] = text.split('_');
    return { ms: Number(ms), slug };
  });

/** The name of the fields that this release knows of a restaurant. */
const SHAPE = shapeOf(tenantAtSlug);

const idIn = (req: Request) => valid(uuid, req.params.id, 'id');

/** /internal: auth's routes for other services. */
export function internalRoutes(deps: Deps): Router {
  const { db, pool, serviceToken, log } = deps;
  const routes = Router({ caseSensitive: true });
  routes.use(requireServiceToken(serviceToken));

  routes.get('/tenants', async (req, res) => {
    res.json(await platformTenants(db).newest(valid(listLimit, req.query.limit, 'limit')));
  });

  routes.get('/tenants/:tenantId/pictures', async (req, res) => {
    const tenantId = valid(uuid, req.params.tenantId, 'tenantId');
    const tenant = await tenantStore(db, tenantId).find();
    const shown = [tenant?.logo, tenant?.look?.cover];
    const pictures = shown.flatMap((address) => (address && pictureAt(address) ? address : []));
    res.json({ pictures } satisfies UsedPictures);
  });

  routes.get('/tenants/by-slug/:slug', async (req, res) => {
    const { slug } = req.params;
    const found = isSlug(slug) ? await tenantBySlug(pool, slug) : null;
    if (!found) throw notFound('The restaurant');
    res.json({ shape: SHAPE, ...found.tenant } satisfies TenantAtSlug);
    // public-menu asks for a former slug when a guest has followed a link to it.
    if (found.isFirstVisit) {
      noteVisit(db, found.tenant.id, slug).catch((err) => log.warn({ err }, 'visit of a former slug not noted'));
    }
  });

  routes.get('/tenants/slugs', async (req, res) => {
    const { after, limit } = valid(slugPage, req.query, 'query');
    res.json((await activeSlugsAfter(pool, after, limit)) satisfies ActiveSlugs);
  });

  routes.get('/tenants/changed-addresses', async (req, res) => {
    res.json(await changedAddressesAfter(pool, valid(addressCursor, req.query.after, 'after')));
  });

  routes.get('/tenants/search', async (req, res) => {
    res.json((await findTenants(pool, valid(directoryQuery, req.query, 'query'))) satisfies FoundTenants);
  });

  routes.get('/tenants/:id', async (req, res) => {
    const found = await tenantStore(db, idIn(req)).findForServices();
    if (!found) throw notFound('The restaurant');
    res.json(found);
  });

  serveExport<'auth'>(routes, exportTables(db));

  routes.put('/tenants/:id/status', jsonBody(), async (req, res) => {
    res.json(await changeTenantStatus(deps, idIn(req), valid(internalStatusInput, req.body)));
  });

  routes.delete('/tenants/:tenantId', async (req, res) => {
    await deleteTenant(deps, valid(uuid, req.params.tenantId, 'tenantId'));
    res.status(204).end();
  });

  routes.get('/deletions', async (_req, res) => {
    res.json({ tenantIds: await dueForDeletion(pool) } satisfies DueDeletions);
  });

  routes.get('/users/search', async (req, res) => {
    res.json((await findUsers(pool, valid(directoryQuery, req.query, 'query'))) satisfies FoundUsers);
  });

  routes.get('/users/:id', async (req, res) => {
    const found = await userStore(db).byId(idIn(req));
    if (!found) throw notFound('The user');
    res.json(found satisfies SignedInUser);
  });

  routes.put('/users/:id/status', jsonBody(), async (req, res) => {
    res.json(await changeUserStatus(db, idIn(req), valid(internalStatusInput, req.body)));
  });

  routes.get('/users', async (req, res) => {
    res.json(await userStore(db).newest(valid(listLimit, req.query.limit, 'limit')));
  });

  routes.get('/stats', async (_req, res) => {
    const [totalTenants, totalUsers] = await Promise.all([platformTenants(db).countActive(), userStore(db).count()]);
    res.json({ totalTenants, totalUsers } satisfies AuthStats);
  });

  routes.get('/session-ends', async (req, res) => {
    res.json((await endsAfter(pool, valid(endNumber, req.query.after))) satisfies SessionEnds);
  });

  return routes;
}
