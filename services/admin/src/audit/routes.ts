import { auditQuery } from '@tavola/contracts/admin.ts';
import { adminsOnly, signedIn } from '@tavola/service-kit/http/access.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { auditStore } from './audit-store.ts';

/** /api/admin/audit: what admins did, page by page; admins only. */
export function auditRoutes({ db, checkToken, adminTwoFactor }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken), adminsOnly(adminTwoFactor));

  routes.get('/', async (req, res) => {
    res.json(await auditStore(db).page(valid(auditQuery, req.query, 'query')));
  });

  return routes;
}
