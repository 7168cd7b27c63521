import { auditQuery } from '@tavola/contracts/admin.ts';
import { requireRole, signedIn } from '@tavola/service-kit/access.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { auditStore } from './audit-store.ts';

/** /api/admin/audit: what admins did, page by page; admins only. */
export function auditRoutes({ db, checkToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken), requireRole('admin'));

  routes.get('/', async (req, res) => {
    res.json(await auditStore(db).page(valid(auditQuery, req.query, 'query')));
  });

  return routes;
}
