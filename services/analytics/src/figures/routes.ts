import { type Analytics, analyticsQuery, dayRange } from '@tavola/contracts/analytics.ts';
import { menuItem } from '@tavola/contracts/menu.ts';
import { codeNames } from '@tavola/contracts/qr.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/http/access.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { ownersTenant } from '../tenant/owners-tenant.ts';
import { figuresAsCsv } from './figures-as-csv.ts';
import { lastDays, readFigures } from './read-figures.ts';

/** What analytics reads of a menu. */
const itemNames = z.object({ items: z.array(menuItem.pick({ id: true, name: true })) });

/** /api/analytics: what was counted for the signed-in owner's restaurant in a range of days. */
export function figuresRoutes({ pool, tenants, menu, qr, now, checkToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken));

  const figuresFor = async (req: Request): Promise<{ slug: string; figures: Analytics }> => {
    const tenantId = tenantOf(req);
    const query = valid(analyticsQuery, req.query, 'query');
    const { slug, timeZone } = await ownersTenant(tenants, tenantId);
    const time = now();
    const range = valid(dayRange, { ...(await lastDays(pool, timeZone, time, query.to)), ...query }, 'query');
    return { slug, figures: { range, timeZone, ...(await readFigures(pool, tenantId, timeZone, range, time)) } };
  };

  routes.get('/', async (req, res) => {
    res.json((await figuresFor(req)).figures);
  });

  routes.get('/export.csv', async (req, res) => {
    const { slug, figures } = await figuresFor(req);
    const tenantId = tenantOf(req);
    const [{ items }, { codes }] = await Promise.all([
      menu.get(`/internal/menus/${tenantId}`, itemNames),
      qr.get(`/internal/codes/${tenantId}`, codeNames),
    ]);
    const { from, to } = figures.range;
    res
      .type('text/csv; charset=utf-8')
      .attachment(`${slug}-analytics-${from}-to-${to}.csv`)
      .send(figuresAsCsv(figures, { items: namesOf(items), codes: namesOf(codes) }));
  });

  return routes;
}

const namesOf = <Id>(named: readonly { id: Id; name: string }[]): ReadonlyMap<Id, string> =>
  new Map(named.map(({ id, name }) => [id, name]));
