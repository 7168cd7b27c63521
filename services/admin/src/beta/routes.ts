import { type BetaApplication, betaApplicationInput } from '@tavola/contracts/admin.ts';
import { jsonBody } from '@tavola/service-kit/http-app.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';

const COLUMNS = {
  id: true,
  companyName: true,
  email: true,
  contactName: true,
  phone: true,
  restaurantType: true,
  estimatedTables: true,
} as const;

/** /api/beta-signup: a restaurant applies for the beta. */
export function betaRoutes({ db }: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.post('/', jsonBody(), async (req, res) => {
    const data = valid(betaApplicationInput, req.body);
    const kept: BetaApplication = await db.betaApplication.create({ data, select: COLUMNS });
    res.status(201).json(kept);
  });

  return routes;
}
